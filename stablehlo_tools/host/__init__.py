"""What the package asks of the machine: where its data, its cache and temporary folders are."""
