"""Cases: programs with inputs and outputs, cut out of others or recorded, to keep and to replay."""
