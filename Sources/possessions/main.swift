print("possessions")
