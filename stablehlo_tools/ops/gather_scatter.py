"""gather and scatter. (being written)"""
