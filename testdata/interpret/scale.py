"""What `acme.scale` computes."""

import stablehlo_tools


@stablehlo_tools.custom_call("acme.scale")
def scale(operands, attributes, results):
    return operands[0] * attributes["backend_config"]["factor"]
