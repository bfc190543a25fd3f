"""reduce, reduce_window and select_and_scatter. (being written)"""
