"""Cases: programs with inputs and outputs, extracted from others or recorded, to be replayed."""
