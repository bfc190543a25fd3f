"""`python -m stablehlo_tools` is `shlo`."""

from stablehlo_tools.cli.main import main

if __name__ == "__main__":
    main()
