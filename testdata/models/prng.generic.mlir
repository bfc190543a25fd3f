"builtin.module"() <{sym_name = "jit_draw"}> ({
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> (tensor<33xui8>, tensor<40x5xf32>, tensor<64xi32>, tensor<50xi32>, tensor<100xi1>), res_attrs = [{jax.result_info = "result[0]"}, {jax.result_info = "result[1]"}, {jax.result_info = "result[2]"}, {jax.result_info = "result[3]"}, {jax.result_info = "result[4]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg237: tensor<2xui32>):
    %730 = "func.call"(%arg237) <{callee = @_threefry_split}> : (tensor<2xui32>) -> tensor<5x2xui32>
    %731 = "stablehlo.slice"(%730) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xui32>) -> tensor<1x2xui32>
    %732 = "stablehlo.reshape"(%731) : (tensor<1x2xui32>) -> tensor<2xui32>
    %733 = "stablehlo.slice"(%732) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %734 = "stablehlo.reshape"(%733) : (tensor<1xui32>) -> tensor<ui32>
    %735 = "stablehlo.slice"(%732) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %736 = "stablehlo.reshape"(%735) : (tensor<1xui32>) -> tensor<ui32>
    %737 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<33xui64>
    %738 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %739 = "stablehlo.broadcast_in_dim"(%738) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<33xui64>
    %740 = "stablehlo.multiply"(%739, %737) : (tensor<33xui64>, tensor<33xui64>) -> tensor<33xui64>
    %741 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %742 = "stablehlo.broadcast_in_dim"(%741) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<33xui64>
    %743 = "stablehlo.shift_right_logical"(%740, %742) : (tensor<33xui64>, tensor<33xui64>) -> tensor<33xui64>
    %744 = "stablehlo.convert"(%740) : (tensor<33xui64>) -> tensor<33xui32>
    %745 = "stablehlo.convert"(%743) : (tensor<33xui64>) -> tensor<33xui32>
    %746:2 = "func.call"(%734, %736, %745, %744) <{callee = @threefry2x32_0}> : (tensor<ui32>, tensor<ui32>, tensor<33xui32>, tensor<33xui32>) -> (tensor<33xui32>, tensor<33xui32>)
    %747 = "stablehlo.xor"(%746#0, %746#1) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %748 = "stablehlo.convert"(%747) : (tensor<33xui32>) -> tensor<33xui8>
    %749 = "stablehlo.slice"(%730) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xui32>) -> tensor<1x2xui32>
    %750 = "stablehlo.reshape"(%749) : (tensor<1x2xui32>) -> tensor<2xui32>
    %751 = "func.call"(%750) <{callee = @_normal}> : (tensor<2xui32>) -> tensor<40x5xf32>
    %752 = "stablehlo.slice"(%730) <{limit_indices = array<i64: 3, 2>, start_indices = array<i64: 2, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xui32>) -> tensor<1x2xui32>
    %753 = "stablehlo.reshape"(%752) : (tensor<1x2xui32>) -> tensor<2xui32>
    %754 = "stablehlo.constant"() <{value = dense<-7> : tensor<i32>}> : () -> tensor<i32>
    %755 = "stablehlo.constant"() <{value = dense<1000> : tensor<i32>}> : () -> tensor<i32>
    %756 = "func.call"(%753, %754, %755) <{callee = @_randint}> : (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<64xi32>
    %757 = "stablehlo.slice"(%730) <{limit_indices = array<i64: 4, 2>, start_indices = array<i64: 3, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xui32>) -> tensor<1x2xui32>
    %758 = "stablehlo.reshape"(%757) : (tensor<1x2xui32>) -> tensor<2xui32>
    %759 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<50xi32>
    %760 = "func.call"(%758, %759) <{callee = @_shuffle}> : (tensor<2xui32>, tensor<50xi32>) -> tensor<50xi32>
    %761 = "stablehlo.slice"(%730) <{limit_indices = array<i64: 5, 2>, start_indices = array<i64: 4, 0>, strides = array<i64: 1, 1>}> : (tensor<5x2xui32>) -> tensor<1x2xui32>
    %762 = "stablehlo.reshape"(%761) : (tensor<1x2xui32>) -> tensor<2xui32>
    %763 = "stablehlo.constant"() <{value = dense<2.500000e-01> : tensor<f32>}> : () -> tensor<f32>
    %764 = "func.call"(%762, %763) <{callee = @_bernoulli}> : (tensor<2xui32>, tensor<f32>) -> tensor<100xi1>
    "func.return"(%748, %751, %756, %760, %764) : (tensor<33xui8>, tensor<40x5xf32>, tensor<64xi32>, tensor<50xi32>, tensor<100xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<5x2xui32>, res_attrs = [{}], sym_name = "_threefry_split", sym_visibility = "private"}> ({
  ^bb0(%arg236: tensor<2xui32>):
    %713 = "stablehlo.slice"(%arg236) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %714 = "stablehlo.reshape"(%713) : (tensor<1xui32>) -> tensor<ui32>
    %715 = "stablehlo.slice"(%arg236) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %716 = "stablehlo.reshape"(%715) : (tensor<1xui32>) -> tensor<ui32>
    %717 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<5xui64>
    %718 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %719 = "stablehlo.broadcast_in_dim"(%718) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<5xui64>
    %720 = "stablehlo.multiply"(%719, %717) : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
    %721 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %722 = "stablehlo.broadcast_in_dim"(%721) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<5xui64>
    %723 = "stablehlo.shift_right_logical"(%720, %722) : (tensor<5xui64>, tensor<5xui64>) -> tensor<5xui64>
    %724 = "stablehlo.convert"(%720) : (tensor<5xui64>) -> tensor<5xui32>
    %725 = "stablehlo.convert"(%723) : (tensor<5xui64>) -> tensor<5xui32>
    %726:2 = "func.call"(%714, %716, %725, %724) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<5xui32>, tensor<5xui32>) -> (tensor<5xui32>, tensor<5xui32>)
    %727 = "stablehlo.broadcast_in_dim"(%726#0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xui32>) -> tensor<5x1xui32>
    %728 = "stablehlo.broadcast_in_dim"(%726#1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<5xui32>) -> tensor<5x1xui32>
    %729 = "stablehlo.concatenate"(%727, %728) <{dimension = 1 : i64}> : (tensor<5x1xui32>, tensor<5x1xui32>) -> tensor<5x2xui32>
    "func.return"(%729) : (tensor<5x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<5xui32>, tensor<5xui32>) -> (tensor<5xui32>, tensor<5xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg214: tensor<ui32>, %arg215: tensor<ui32>, %arg216: tensor<5xui32>, %arg217: tensor<5xui32>):
    %696 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %697 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %698 = "stablehlo.xor"(%arg214, %arg215) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %699 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %700 = "stablehlo.xor"(%698, %699) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %701 = "stablehlo.broadcast_in_dim"(%arg214) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %702 = "stablehlo.add"(%arg216, %701) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %703 = "stablehlo.broadcast_in_dim"(%arg215) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %704 = "stablehlo.add"(%arg217, %703) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %705 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %706 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %707:9 = "stablehlo.while"(%706, %705, %702, %704, %arg215, %700, %arg214, %696, %697) ({
    ^bb0(%arg227: tensor<i32>, %arg228: tensor<i32>, %arg229: tensor<5xui32>, %arg230: tensor<5xui32>, %arg231: tensor<ui32>, %arg232: tensor<ui32>, %arg233: tensor<ui32>, %arg234: tensor<4xui32>, %arg235: tensor<4xui32>):
      %711 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %712 = "stablehlo.compare"(%arg227, %711) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%712) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg218: tensor<i32>, %arg219: tensor<i32>, %arg220: tensor<5xui32>, %arg221: tensor<5xui32>, %arg222: tensor<ui32>, %arg223: tensor<ui32>, %arg224: tensor<ui32>, %arg225: tensor<4xui32>, %arg226: tensor<4xui32>):
      %708:8 = "func.call"(%arg219, %arg220, %arg221, %arg222, %arg223, %arg224, %arg225, %arg226) <{callee = @closed_call}> : (tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %709 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %710 = "stablehlo.add"(%arg218, %709) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%710, %708#0, %708#1, %708#2, %708#3, %708#4, %708#5, %708#6, %708#7) : (tensor<i32>, tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%707#2, %707#3) : (tensor<5xui32>, tensor<5xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg206: tensor<i32>, %arg207: tensor<5xui32>, %arg208: tensor<5xui32>, %arg209: tensor<ui32>, %arg210: tensor<ui32>, %arg211: tensor<ui32>, %arg212: tensor<4xui32>, %arg213: tensor<4xui32>):
    %641 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %642 = "stablehlo.add"(%arg206, %641) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %643 = "stablehlo.slice"(%arg212) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %644 = "stablehlo.reshape"(%643) : (tensor<1xui32>) -> tensor<ui32>
    %645 = "stablehlo.add"(%arg207, %arg208) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %646 = "stablehlo.broadcast_in_dim"(%644) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %647 = "stablehlo.shift_left"(%arg208, %646) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %648 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %649 = "stablehlo.subtract"(%648, %644) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %650 = "stablehlo.broadcast_in_dim"(%649) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %651 = "stablehlo.shift_right_logical"(%arg208, %650) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %652 = "stablehlo.or"(%647, %651) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %653 = "stablehlo.xor"(%645, %652) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %654 = "stablehlo.slice"(%arg212) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %655 = "stablehlo.reshape"(%654) : (tensor<1xui32>) -> tensor<ui32>
    %656 = "stablehlo.add"(%645, %653) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %657 = "stablehlo.broadcast_in_dim"(%655) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %658 = "stablehlo.shift_left"(%653, %657) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %659 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %660 = "stablehlo.subtract"(%659, %655) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %661 = "stablehlo.broadcast_in_dim"(%660) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %662 = "stablehlo.shift_right_logical"(%653, %661) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %663 = "stablehlo.or"(%658, %662) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %664 = "stablehlo.xor"(%656, %663) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %665 = "stablehlo.slice"(%arg212) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %666 = "stablehlo.reshape"(%665) : (tensor<1xui32>) -> tensor<ui32>
    %667 = "stablehlo.add"(%656, %664) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %668 = "stablehlo.broadcast_in_dim"(%666) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %669 = "stablehlo.shift_left"(%664, %668) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %670 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %671 = "stablehlo.subtract"(%670, %666) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %672 = "stablehlo.broadcast_in_dim"(%671) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %673 = "stablehlo.shift_right_logical"(%664, %672) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %674 = "stablehlo.or"(%669, %673) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %675 = "stablehlo.xor"(%667, %674) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %676 = "stablehlo.slice"(%arg212) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %677 = "stablehlo.reshape"(%676) : (tensor<1xui32>) -> tensor<ui32>
    %678 = "stablehlo.add"(%667, %675) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %679 = "stablehlo.broadcast_in_dim"(%677) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %680 = "stablehlo.shift_left"(%675, %679) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %681 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %682 = "stablehlo.subtract"(%681, %677) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %683 = "stablehlo.broadcast_in_dim"(%682) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %684 = "stablehlo.shift_right_logical"(%675, %683) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %685 = "stablehlo.or"(%680, %684) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %686 = "stablehlo.xor"(%678, %685) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %687 = "stablehlo.broadcast_in_dim"(%arg209) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %688 = "stablehlo.add"(%678, %687) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %689 = "stablehlo.broadcast_in_dim"(%arg210) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %690 = "stablehlo.add"(%686, %689) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    %691 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %692 = "stablehlo.add"(%arg206, %691) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %693 = "stablehlo.convert"(%692) : (tensor<i32>) -> tensor<ui32>
    %694 = "stablehlo.broadcast_in_dim"(%693) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<5xui32>
    %695 = "stablehlo.add"(%690, %694) : (tensor<5xui32>, tensor<5xui32>) -> tensor<5xui32>
    "func.return"(%642, %688, %695, %arg210, %arg211, %arg209, %arg213, %arg212) : (tensor<i32>, tensor<5xui32>, tensor<5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<33xui32>, tensor<33xui32>) -> (tensor<33xui32>, tensor<33xui32>), sym_name = "threefry2x32_0", sym_visibility = "private"}> ({
  ^bb0(%arg184: tensor<ui32>, %arg185: tensor<ui32>, %arg186: tensor<33xui32>, %arg187: tensor<33xui32>):
    %624 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %625 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %626 = "stablehlo.xor"(%arg184, %arg185) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %627 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %628 = "stablehlo.xor"(%626, %627) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %629 = "stablehlo.broadcast_in_dim"(%arg184) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %630 = "stablehlo.add"(%arg186, %629) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %631 = "stablehlo.broadcast_in_dim"(%arg185) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %632 = "stablehlo.add"(%arg187, %631) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %633 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %634 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %635:9 = "stablehlo.while"(%634, %633, %630, %632, %arg185, %628, %arg184, %624, %625) ({
    ^bb0(%arg197: tensor<i32>, %arg198: tensor<i32>, %arg199: tensor<33xui32>, %arg200: tensor<33xui32>, %arg201: tensor<ui32>, %arg202: tensor<ui32>, %arg203: tensor<ui32>, %arg204: tensor<4xui32>, %arg205: tensor<4xui32>):
      %639 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %640 = "stablehlo.compare"(%arg197, %639) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%640) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg188: tensor<i32>, %arg189: tensor<i32>, %arg190: tensor<33xui32>, %arg191: tensor<33xui32>, %arg192: tensor<ui32>, %arg193: tensor<ui32>, %arg194: tensor<ui32>, %arg195: tensor<4xui32>, %arg196: tensor<4xui32>):
      %636:8 = "func.call"(%arg189, %arg190, %arg191, %arg192, %arg193, %arg194, %arg195, %arg196) <{callee = @closed_call_1}> : (tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %637 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %638 = "stablehlo.add"(%arg188, %637) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%638, %636#0, %636#1, %636#2, %636#3, %636#4, %636#5, %636#6, %636#7) : (tensor<i32>, tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%635#2, %635#3) : (tensor<33xui32>, tensor<33xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_1", sym_visibility = "private"}> ({
  ^bb0(%arg176: tensor<i32>, %arg177: tensor<33xui32>, %arg178: tensor<33xui32>, %arg179: tensor<ui32>, %arg180: tensor<ui32>, %arg181: tensor<ui32>, %arg182: tensor<4xui32>, %arg183: tensor<4xui32>):
    %569 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %570 = "stablehlo.add"(%arg176, %569) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %571 = "stablehlo.slice"(%arg182) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %572 = "stablehlo.reshape"(%571) : (tensor<1xui32>) -> tensor<ui32>
    %573 = "stablehlo.add"(%arg177, %arg178) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %574 = "stablehlo.broadcast_in_dim"(%572) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %575 = "stablehlo.shift_left"(%arg178, %574) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %576 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %577 = "stablehlo.subtract"(%576, %572) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %578 = "stablehlo.broadcast_in_dim"(%577) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %579 = "stablehlo.shift_right_logical"(%arg178, %578) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %580 = "stablehlo.or"(%575, %579) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %581 = "stablehlo.xor"(%573, %580) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %582 = "stablehlo.slice"(%arg182) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %583 = "stablehlo.reshape"(%582) : (tensor<1xui32>) -> tensor<ui32>
    %584 = "stablehlo.add"(%573, %581) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %585 = "stablehlo.broadcast_in_dim"(%583) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %586 = "stablehlo.shift_left"(%581, %585) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %587 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %588 = "stablehlo.subtract"(%587, %583) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %589 = "stablehlo.broadcast_in_dim"(%588) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %590 = "stablehlo.shift_right_logical"(%581, %589) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %591 = "stablehlo.or"(%586, %590) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %592 = "stablehlo.xor"(%584, %591) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %593 = "stablehlo.slice"(%arg182) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %594 = "stablehlo.reshape"(%593) : (tensor<1xui32>) -> tensor<ui32>
    %595 = "stablehlo.add"(%584, %592) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %596 = "stablehlo.broadcast_in_dim"(%594) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %597 = "stablehlo.shift_left"(%592, %596) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %598 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %599 = "stablehlo.subtract"(%598, %594) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %600 = "stablehlo.broadcast_in_dim"(%599) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %601 = "stablehlo.shift_right_logical"(%592, %600) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %602 = "stablehlo.or"(%597, %601) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %603 = "stablehlo.xor"(%595, %602) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %604 = "stablehlo.slice"(%arg182) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %605 = "stablehlo.reshape"(%604) : (tensor<1xui32>) -> tensor<ui32>
    %606 = "stablehlo.add"(%595, %603) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %607 = "stablehlo.broadcast_in_dim"(%605) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %608 = "stablehlo.shift_left"(%603, %607) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %609 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %610 = "stablehlo.subtract"(%609, %605) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %611 = "stablehlo.broadcast_in_dim"(%610) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %612 = "stablehlo.shift_right_logical"(%603, %611) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %613 = "stablehlo.or"(%608, %612) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %614 = "stablehlo.xor"(%606, %613) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %615 = "stablehlo.broadcast_in_dim"(%arg179) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %616 = "stablehlo.add"(%606, %615) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %617 = "stablehlo.broadcast_in_dim"(%arg180) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %618 = "stablehlo.add"(%614, %617) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    %619 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %620 = "stablehlo.add"(%arg176, %619) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %621 = "stablehlo.convert"(%620) : (tensor<i32>) -> tensor<ui32>
    %622 = "stablehlo.broadcast_in_dim"(%621) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<33xui32>
    %623 = "stablehlo.add"(%618, %622) : (tensor<33xui32>, tensor<33xui32>) -> tensor<33xui32>
    "func.return"(%570, %616, %623, %arg180, %arg181, %arg179, %arg183, %arg182) : (tensor<i32>, tensor<33xui32>, tensor<33xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<40x5xf32>, res_attrs = [{}], sym_name = "_normal", sym_visibility = "private"}> ({
  ^bb0(%arg175: tensor<2xui32>):
    %568 = "func.call"(%arg175) <{callee = @_normal_real}> : (tensor<2xui32>) -> tensor<40x5xf32>
    "func.return"(%568) : (tensor<40x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<40x5xf32>, res_attrs = [{}], sym_name = "_normal_real", sym_visibility = "private"}> ({
  ^bb0(%arg174: tensor<2xui32>):
    %561 = "stablehlo.constant"() <{value = dense<-0.99999994> : tensor<f32>}> : () -> tensor<f32>
    %562 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %563 = "func.call"(%arg174, %561, %562) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<40x5xf32>
    %564 = "chlo.erf_inv"(%563) : (tensor<40x5xf32>) -> tensor<40x5xf32>
    %565 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %566 = "stablehlo.broadcast_in_dim"(%565) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<40x5xf32>
    %567 = "stablehlo.multiply"(%566, %564) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    "func.return"(%567) : (tensor<40x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<40x5xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg171: tensor<2xui32>, %arg172: tensor<f32>, %arg173: tensor<f32>):
    %522 = "stablehlo.broadcast_in_dim"(%arg172) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %523 = "stablehlo.broadcast_in_dim"(%arg173) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %524 = "stablehlo.slice"(%arg171) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %525 = "stablehlo.reshape"(%524) : (tensor<1xui32>) -> tensor<ui32>
    %526 = "stablehlo.slice"(%arg171) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %527 = "stablehlo.reshape"(%526) : (tensor<1xui32>) -> tensor<ui32>
    %528 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<40x5xui64>
    %529 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<40x5xui64>
    %530 = "stablehlo.constant"() <{value = dense<5> : tensor<ui64>}> : () -> tensor<ui64>
    %531 = "stablehlo.broadcast_in_dim"(%530) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<40x5xui64>
    %532 = "stablehlo.multiply"(%531, %528) : (tensor<40x5xui64>, tensor<40x5xui64>) -> tensor<40x5xui64>
    %533 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %534 = "stablehlo.broadcast_in_dim"(%533) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<40x5xui64>
    %535 = "stablehlo.multiply"(%534, %529) : (tensor<40x5xui64>, tensor<40x5xui64>) -> tensor<40x5xui64>
    %536 = "stablehlo.add"(%532, %535) : (tensor<40x5xui64>, tensor<40x5xui64>) -> tensor<40x5xui64>
    %537 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %538 = "stablehlo.broadcast_in_dim"(%537) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<40x5xui64>
    %539 = "stablehlo.shift_right_logical"(%536, %538) : (tensor<40x5xui64>, tensor<40x5xui64>) -> tensor<40x5xui64>
    %540 = "stablehlo.convert"(%536) : (tensor<40x5xui64>) -> tensor<40x5xui32>
    %541 = "stablehlo.convert"(%539) : (tensor<40x5xui64>) -> tensor<40x5xui32>
    %542:2 = "func.call"(%525, %527, %541, %540) <{callee = @threefry2x32_2}> : (tensor<ui32>, tensor<ui32>, tensor<40x5xui32>, tensor<40x5xui32>) -> (tensor<40x5xui32>, tensor<40x5xui32>)
    %543 = "stablehlo.xor"(%542#0, %542#1) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %544 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %545 = "stablehlo.broadcast_in_dim"(%544) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %546 = "stablehlo.shift_right_logical"(%543, %545) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %547 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %548 = "stablehlo.broadcast_in_dim"(%547) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %549 = "stablehlo.or"(%546, %548) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %550 = "stablehlo.bitcast_convert"(%549) : (tensor<40x5xui32>) -> tensor<40x5xf32>
    %551 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %552 = "stablehlo.broadcast_in_dim"(%551) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<40x5xf32>
    %553 = "stablehlo.subtract"(%550, %552) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    %554 = "stablehlo.subtract"(%523, %522) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %555 = "stablehlo.broadcast_in_dim"(%554) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<40x5xf32>
    %556 = "stablehlo.multiply"(%553, %555) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    %557 = "stablehlo.broadcast_in_dim"(%522) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<40x5xf32>
    %558 = "stablehlo.add"(%556, %557) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    %559 = "stablehlo.broadcast_in_dim"(%522) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<40x5xf32>
    %560 = "stablehlo.maximum"(%559, %558) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    "func.return"(%560) : (tensor<40x5xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<40x5xui32>, tensor<40x5xui32>) -> (tensor<40x5xui32>, tensor<40x5xui32>), sym_name = "threefry2x32_2", sym_visibility = "private"}> ({
  ^bb0(%arg149: tensor<ui32>, %arg150: tensor<ui32>, %arg151: tensor<40x5xui32>, %arg152: tensor<40x5xui32>):
    %505 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %506 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %507 = "stablehlo.xor"(%arg149, %arg150) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %508 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %509 = "stablehlo.xor"(%507, %508) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %510 = "stablehlo.broadcast_in_dim"(%arg149) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %511 = "stablehlo.add"(%arg151, %510) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %512 = "stablehlo.broadcast_in_dim"(%arg150) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %513 = "stablehlo.add"(%arg152, %512) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %514 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %515 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %516:9 = "stablehlo.while"(%515, %514, %511, %513, %arg150, %509, %arg149, %505, %506) ({
    ^bb0(%arg162: tensor<i32>, %arg163: tensor<i32>, %arg164: tensor<40x5xui32>, %arg165: tensor<40x5xui32>, %arg166: tensor<ui32>, %arg167: tensor<ui32>, %arg168: tensor<ui32>, %arg169: tensor<4xui32>, %arg170: tensor<4xui32>):
      %520 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %521 = "stablehlo.compare"(%arg162, %520) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%521) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg153: tensor<i32>, %arg154: tensor<i32>, %arg155: tensor<40x5xui32>, %arg156: tensor<40x5xui32>, %arg157: tensor<ui32>, %arg158: tensor<ui32>, %arg159: tensor<ui32>, %arg160: tensor<4xui32>, %arg161: tensor<4xui32>):
      %517:8 = "func.call"(%arg154, %arg155, %arg156, %arg157, %arg158, %arg159, %arg160, %arg161) <{callee = @closed_call_3}> : (tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %518 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %519 = "stablehlo.add"(%arg153, %518) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%519, %517#0, %517#1, %517#2, %517#3, %517#4, %517#5, %517#6, %517#7) : (tensor<i32>, tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%516#2, %516#3) : (tensor<40x5xui32>, tensor<40x5xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_3", sym_visibility = "private"}> ({
  ^bb0(%arg141: tensor<i32>, %arg142: tensor<40x5xui32>, %arg143: tensor<40x5xui32>, %arg144: tensor<ui32>, %arg145: tensor<ui32>, %arg146: tensor<ui32>, %arg147: tensor<4xui32>, %arg148: tensor<4xui32>):
    %450 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %451 = "stablehlo.add"(%arg141, %450) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %452 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %453 = "stablehlo.reshape"(%452) : (tensor<1xui32>) -> tensor<ui32>
    %454 = "stablehlo.add"(%arg142, %arg143) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %455 = "stablehlo.broadcast_in_dim"(%453) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %456 = "stablehlo.shift_left"(%arg143, %455) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %457 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %458 = "stablehlo.subtract"(%457, %453) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %459 = "stablehlo.broadcast_in_dim"(%458) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %460 = "stablehlo.shift_right_logical"(%arg143, %459) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %461 = "stablehlo.or"(%456, %460) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %462 = "stablehlo.xor"(%454, %461) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %463 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %464 = "stablehlo.reshape"(%463) : (tensor<1xui32>) -> tensor<ui32>
    %465 = "stablehlo.add"(%454, %462) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %466 = "stablehlo.broadcast_in_dim"(%464) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %467 = "stablehlo.shift_left"(%462, %466) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %468 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %469 = "stablehlo.subtract"(%468, %464) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %470 = "stablehlo.broadcast_in_dim"(%469) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %471 = "stablehlo.shift_right_logical"(%462, %470) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %472 = "stablehlo.or"(%467, %471) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %473 = "stablehlo.xor"(%465, %472) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %474 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %475 = "stablehlo.reshape"(%474) : (tensor<1xui32>) -> tensor<ui32>
    %476 = "stablehlo.add"(%465, %473) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %477 = "stablehlo.broadcast_in_dim"(%475) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %478 = "stablehlo.shift_left"(%473, %477) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %479 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %480 = "stablehlo.subtract"(%479, %475) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %481 = "stablehlo.broadcast_in_dim"(%480) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %482 = "stablehlo.shift_right_logical"(%473, %481) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %483 = "stablehlo.or"(%478, %482) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %484 = "stablehlo.xor"(%476, %483) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %485 = "stablehlo.slice"(%arg147) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %486 = "stablehlo.reshape"(%485) : (tensor<1xui32>) -> tensor<ui32>
    %487 = "stablehlo.add"(%476, %484) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %488 = "stablehlo.broadcast_in_dim"(%486) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %489 = "stablehlo.shift_left"(%484, %488) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %490 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %491 = "stablehlo.subtract"(%490, %486) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %492 = "stablehlo.broadcast_in_dim"(%491) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %493 = "stablehlo.shift_right_logical"(%484, %492) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %494 = "stablehlo.or"(%489, %493) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %495 = "stablehlo.xor"(%487, %494) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %496 = "stablehlo.broadcast_in_dim"(%arg144) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %497 = "stablehlo.add"(%487, %496) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %498 = "stablehlo.broadcast_in_dim"(%arg145) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %499 = "stablehlo.add"(%495, %498) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    %500 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %501 = "stablehlo.add"(%arg141, %500) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %502 = "stablehlo.convert"(%501) : (tensor<i32>) -> tensor<ui32>
    %503 = "stablehlo.broadcast_in_dim"(%502) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<40x5xui32>
    %504 = "stablehlo.add"(%499, %503) : (tensor<40x5xui32>, tensor<40x5xui32>) -> tensor<40x5xui32>
    "func.return"(%451, %497, %504, %arg145, %arg146, %arg144, %arg148, %arg147) : (tensor<i32>, tensor<40x5xui32>, tensor<40x5xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<i32>, tensor<i32>) -> tensor<64xi32>, res_attrs = [{}], sym_name = "_randint", sym_visibility = "private"}> ({
  ^bb0(%arg138: tensor<2xui32>, %arg139: tensor<i32>, %arg140: tensor<i32>):
    %370 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %371 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %372 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %373 = "func.call"(%370, %371, %372) <{callee = @clip}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %374 = "stablehlo.compare"(%arg140, %373) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %375 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %376 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %377 = "func.call"(%arg139, %375, %376) <{callee = @clip_4}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %378 = "stablehlo.convert"(%377) : (tensor<i32>) -> tensor<i32>
    %379 = "stablehlo.constant"() <{value = dense<-2147483648> : tensor<i32>}> : () -> tensor<i32>
    %380 = "stablehlo.constant"() <{value = dense<2147483647> : tensor<i32>}> : () -> tensor<i32>
    %381 = "func.call"(%arg140, %379, %380) <{callee = @clip_4}> : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %382 = "stablehlo.convert"(%381) : (tensor<i32>) -> tensor<i32>
    %383 = "stablehlo.broadcast_in_dim"(%378) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %384 = "stablehlo.broadcast_in_dim"(%382) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<1xi32>
    %385 = "func.call"(%arg138) <{callee = @_threefry_split_5}> : (tensor<2xui32>) -> tensor<2x2xui32>
    %386 = "stablehlo.slice"(%385) <{limit_indices = array<i64: 1, 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %387 = "stablehlo.reshape"(%386) : (tensor<1x2xui32>) -> tensor<2xui32>
    %388 = "stablehlo.slice"(%385) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %389 = "stablehlo.reshape"(%388) : (tensor<1x2xui32>) -> tensor<2xui32>
    %390 = "stablehlo.slice"(%387) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %391 = "stablehlo.reshape"(%390) : (tensor<1xui32>) -> tensor<ui32>
    %392 = "stablehlo.slice"(%387) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %393 = "stablehlo.reshape"(%392) : (tensor<1xui32>) -> tensor<ui32>
    %394 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<64xui64>
    %395 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %396 = "stablehlo.broadcast_in_dim"(%395) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<64xui64>
    %397 = "stablehlo.multiply"(%396, %394) : (tensor<64xui64>, tensor<64xui64>) -> tensor<64xui64>
    %398 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %399 = "stablehlo.broadcast_in_dim"(%398) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<64xui64>
    %400 = "stablehlo.shift_right_logical"(%397, %399) : (tensor<64xui64>, tensor<64xui64>) -> tensor<64xui64>
    %401 = "stablehlo.convert"(%397) : (tensor<64xui64>) -> tensor<64xui32>
    %402 = "stablehlo.convert"(%400) : (tensor<64xui64>) -> tensor<64xui32>
    %403:2 = "func.call"(%391, %393, %402, %401) <{callee = @threefry2x32_8}> : (tensor<ui32>, tensor<ui32>, tensor<64xui32>, tensor<64xui32>) -> (tensor<64xui32>, tensor<64xui32>)
    %404 = "stablehlo.xor"(%403#0, %403#1) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %405 = "stablehlo.slice"(%389) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %406 = "stablehlo.reshape"(%405) : (tensor<1xui32>) -> tensor<ui32>
    %407 = "stablehlo.slice"(%389) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %408 = "stablehlo.reshape"(%407) : (tensor<1xui32>) -> tensor<ui32>
    %409 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<64xui64>
    %410 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %411 = "stablehlo.broadcast_in_dim"(%410) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<64xui64>
    %412 = "stablehlo.multiply"(%411, %409) : (tensor<64xui64>, tensor<64xui64>) -> tensor<64xui64>
    %413 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %414 = "stablehlo.broadcast_in_dim"(%413) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<64xui64>
    %415 = "stablehlo.shift_right_logical"(%412, %414) : (tensor<64xui64>, tensor<64xui64>) -> tensor<64xui64>
    %416 = "stablehlo.convert"(%412) : (tensor<64xui64>) -> tensor<64xui32>
    %417 = "stablehlo.convert"(%415) : (tensor<64xui64>) -> tensor<64xui32>
    %418:2 = "func.call"(%406, %408, %417, %416) <{callee = @threefry2x32_8}> : (tensor<ui32>, tensor<ui32>, tensor<64xui32>, tensor<64xui32>) -> (tensor<64xui32>, tensor<64xui32>)
    %419 = "stablehlo.xor"(%418#0, %418#1) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %420 = "stablehlo.subtract"(%384, %383) : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    %421 = "stablehlo.convert"(%420) : (tensor<1xi32>) -> tensor<1xui32>
    %422 = "stablehlo.compare"(%384, %383) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %423 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %424 = "stablehlo.broadcast_in_dim"(%423) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %425 = "stablehlo.select"(%422, %424, %421) : (tensor<1xi1>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %426 = "stablehlo.compare"(%384, %383) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %427 = "stablehlo.broadcast_in_dim"(%374) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1xi1>
    %428 = "stablehlo.and"(%427, %426) : (tensor<1xi1>, tensor<1xi1>) -> tensor<1xi1>
    %429 = "stablehlo.constant"() <{value = dense<1> : tensor<ui32>}> : () -> tensor<ui32>
    %430 = "stablehlo.broadcast_in_dim"(%429) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %431 = "stablehlo.add"(%425, %430) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %432 = "stablehlo.select"(%428, %431, %425) : (tensor<1xi1>, tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %433 = "stablehlo.constant"() <{value = dense<65536> : tensor<ui32>}> : () -> tensor<ui32>
    %434 = "stablehlo.broadcast_in_dim"(%433) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<1xui32>
    %435 = "stablehlo.remainder"(%434, %432) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %436 = "stablehlo.multiply"(%435, %435) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %437 = "stablehlo.remainder"(%436, %432) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui32>
    %438 = "stablehlo.broadcast_in_dim"(%432) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<64xui32>
    %439 = "stablehlo.remainder"(%404, %438) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %440 = "stablehlo.broadcast_in_dim"(%437) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<64xui32>
    %441 = "stablehlo.multiply"(%439, %440) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %442 = "stablehlo.broadcast_in_dim"(%432) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<64xui32>
    %443 = "stablehlo.remainder"(%419, %442) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %444 = "stablehlo.add"(%441, %443) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %445 = "stablehlo.broadcast_in_dim"(%432) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xui32>) -> tensor<64xui32>
    %446 = "stablehlo.remainder"(%444, %445) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %447 = "stablehlo.convert"(%446) : (tensor<64xui32>) -> tensor<64xi32>
    %448 = "stablehlo.broadcast_in_dim"(%383) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xi32>) -> tensor<64xi32>
    %449 = "stablehlo.add"(%448, %447) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
    "func.return"(%449) : (tensor<64xi32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "clip", sym_visibility = "private"}> ({
  ^bb0(%arg135: tensor<i32>, %arg136: tensor<i32>, %arg137: tensor<i32>):
    %368 = "stablehlo.maximum"(%arg136, %arg135) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %369 = "stablehlo.minimum"(%arg137, %368) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%369) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>, res_attrs = [{}], sym_name = "clip_4", sym_visibility = "private"}> ({
  ^bb0(%arg132: tensor<i32>, %arg133: tensor<i32>, %arg134: tensor<i32>):
    %366 = "stablehlo.maximum"(%arg133, %arg132) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %367 = "stablehlo.minimum"(%arg134, %366) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "func.return"(%367) : (tensor<i32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<2xui32>) -> tensor<2x2xui32>, res_attrs = [{}], sym_name = "_threefry_split_5", sym_visibility = "private"}> ({
  ^bb0(%arg131: tensor<2xui32>):
    %349 = "stablehlo.slice"(%arg131) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %350 = "stablehlo.reshape"(%349) : (tensor<1xui32>) -> tensor<ui32>
    %351 = "stablehlo.slice"(%arg131) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %352 = "stablehlo.reshape"(%351) : (tensor<1xui32>) -> tensor<ui32>
    %353 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2xui64>
    %354 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %355 = "stablehlo.broadcast_in_dim"(%354) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %356 = "stablehlo.multiply"(%355, %353) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %357 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %358 = "stablehlo.broadcast_in_dim"(%357) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2xui64>
    %359 = "stablehlo.shift_right_logical"(%356, %358) : (tensor<2xui64>, tensor<2xui64>) -> tensor<2xui64>
    %360 = "stablehlo.convert"(%356) : (tensor<2xui64>) -> tensor<2xui32>
    %361 = "stablehlo.convert"(%359) : (tensor<2xui64>) -> tensor<2xui32>
    %362:2 = "func.call"(%350, %352, %361, %360) <{callee = @threefry2x32_6}> : (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>)
    %363 = "stablehlo.broadcast_in_dim"(%362#0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %364 = "stablehlo.broadcast_in_dim"(%362#1) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xui32>) -> tensor<2x1xui32>
    %365 = "stablehlo.concatenate"(%363, %364) <{dimension = 1 : i64}> : (tensor<2x1xui32>, tensor<2x1xui32>) -> tensor<2x2xui32>
    "func.return"(%365) : (tensor<2x2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<2xui32>, tensor<2xui32>) -> (tensor<2xui32>, tensor<2xui32>), sym_name = "threefry2x32_6", sym_visibility = "private"}> ({
  ^bb0(%arg109: tensor<ui32>, %arg110: tensor<ui32>, %arg111: tensor<2xui32>, %arg112: tensor<2xui32>):
    %332 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %333 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %334 = "stablehlo.xor"(%arg109, %arg110) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %335 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %336 = "stablehlo.xor"(%334, %335) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %337 = "stablehlo.broadcast_in_dim"(%arg109) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %338 = "stablehlo.add"(%arg111, %337) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %339 = "stablehlo.broadcast_in_dim"(%arg110) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %340 = "stablehlo.add"(%arg112, %339) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %341 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %342 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %343:9 = "stablehlo.while"(%342, %341, %338, %340, %arg110, %336, %arg109, %332, %333) ({
    ^bb0(%arg122: tensor<i32>, %arg123: tensor<i32>, %arg124: tensor<2xui32>, %arg125: tensor<2xui32>, %arg126: tensor<ui32>, %arg127: tensor<ui32>, %arg128: tensor<ui32>, %arg129: tensor<4xui32>, %arg130: tensor<4xui32>):
      %347 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %348 = "stablehlo.compare"(%arg122, %347) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%348) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg113: tensor<i32>, %arg114: tensor<i32>, %arg115: tensor<2xui32>, %arg116: tensor<2xui32>, %arg117: tensor<ui32>, %arg118: tensor<ui32>, %arg119: tensor<ui32>, %arg120: tensor<4xui32>, %arg121: tensor<4xui32>):
      %344:8 = "func.call"(%arg114, %arg115, %arg116, %arg117, %arg118, %arg119, %arg120, %arg121) <{callee = @closed_call_7}> : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %345 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %346 = "stablehlo.add"(%arg113, %345) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%346, %344#0, %344#1, %344#2, %344#3, %344#4, %344#5, %344#6, %344#7) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%343#2, %343#3) : (tensor<2xui32>, tensor<2xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_7", sym_visibility = "private"}> ({
  ^bb0(%arg101: tensor<i32>, %arg102: tensor<2xui32>, %arg103: tensor<2xui32>, %arg104: tensor<ui32>, %arg105: tensor<ui32>, %arg106: tensor<ui32>, %arg107: tensor<4xui32>, %arg108: tensor<4xui32>):
    %277 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %278 = "stablehlo.add"(%arg101, %277) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %279 = "stablehlo.slice"(%arg107) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %280 = "stablehlo.reshape"(%279) : (tensor<1xui32>) -> tensor<ui32>
    %281 = "stablehlo.add"(%arg102, %arg103) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %282 = "stablehlo.broadcast_in_dim"(%280) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %283 = "stablehlo.shift_left"(%arg103, %282) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %284 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %285 = "stablehlo.subtract"(%284, %280) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %286 = "stablehlo.broadcast_in_dim"(%285) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %287 = "stablehlo.shift_right_logical"(%arg103, %286) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %288 = "stablehlo.or"(%283, %287) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %289 = "stablehlo.xor"(%281, %288) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %290 = "stablehlo.slice"(%arg107) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %291 = "stablehlo.reshape"(%290) : (tensor<1xui32>) -> tensor<ui32>
    %292 = "stablehlo.add"(%281, %289) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %293 = "stablehlo.broadcast_in_dim"(%291) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %294 = "stablehlo.shift_left"(%289, %293) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %295 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %296 = "stablehlo.subtract"(%295, %291) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %297 = "stablehlo.broadcast_in_dim"(%296) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %298 = "stablehlo.shift_right_logical"(%289, %297) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %299 = "stablehlo.or"(%294, %298) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %300 = "stablehlo.xor"(%292, %299) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %301 = "stablehlo.slice"(%arg107) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %302 = "stablehlo.reshape"(%301) : (tensor<1xui32>) -> tensor<ui32>
    %303 = "stablehlo.add"(%292, %300) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %304 = "stablehlo.broadcast_in_dim"(%302) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %305 = "stablehlo.shift_left"(%300, %304) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %306 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %307 = "stablehlo.subtract"(%306, %302) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %308 = "stablehlo.broadcast_in_dim"(%307) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %309 = "stablehlo.shift_right_logical"(%300, %308) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %310 = "stablehlo.or"(%305, %309) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %311 = "stablehlo.xor"(%303, %310) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %312 = "stablehlo.slice"(%arg107) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %313 = "stablehlo.reshape"(%312) : (tensor<1xui32>) -> tensor<ui32>
    %314 = "stablehlo.add"(%303, %311) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %315 = "stablehlo.broadcast_in_dim"(%313) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %316 = "stablehlo.shift_left"(%311, %315) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %317 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %318 = "stablehlo.subtract"(%317, %313) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %319 = "stablehlo.broadcast_in_dim"(%318) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %320 = "stablehlo.shift_right_logical"(%311, %319) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %321 = "stablehlo.or"(%316, %320) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %322 = "stablehlo.xor"(%314, %321) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %323 = "stablehlo.broadcast_in_dim"(%arg104) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %324 = "stablehlo.add"(%314, %323) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %325 = "stablehlo.broadcast_in_dim"(%arg105) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %326 = "stablehlo.add"(%322, %325) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    %327 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %328 = "stablehlo.add"(%arg101, %327) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %329 = "stablehlo.convert"(%328) : (tensor<i32>) -> tensor<ui32>
    %330 = "stablehlo.broadcast_in_dim"(%329) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
    %331 = "stablehlo.add"(%326, %330) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
    "func.return"(%278, %324, %331, %arg105, %arg106, %arg104, %arg108, %arg107) : (tensor<i32>, tensor<2xui32>, tensor<2xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<64xui32>, tensor<64xui32>) -> (tensor<64xui32>, tensor<64xui32>), sym_name = "threefry2x32_8", sym_visibility = "private"}> ({
  ^bb0(%arg79: tensor<ui32>, %arg80: tensor<ui32>, %arg81: tensor<64xui32>, %arg82: tensor<64xui32>):
    %260 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %261 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %262 = "stablehlo.xor"(%arg79, %arg80) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %263 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %264 = "stablehlo.xor"(%262, %263) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %265 = "stablehlo.broadcast_in_dim"(%arg79) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %266 = "stablehlo.add"(%arg81, %265) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %267 = "stablehlo.broadcast_in_dim"(%arg80) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %268 = "stablehlo.add"(%arg82, %267) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %269 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %270 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %271:9 = "stablehlo.while"(%270, %269, %266, %268, %arg80, %264, %arg79, %260, %261) ({
    ^bb0(%arg92: tensor<i32>, %arg93: tensor<i32>, %arg94: tensor<64xui32>, %arg95: tensor<64xui32>, %arg96: tensor<ui32>, %arg97: tensor<ui32>, %arg98: tensor<ui32>, %arg99: tensor<4xui32>, %arg100: tensor<4xui32>):
      %275 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %276 = "stablehlo.compare"(%arg92, %275) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%276) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg83: tensor<i32>, %arg84: tensor<i32>, %arg85: tensor<64xui32>, %arg86: tensor<64xui32>, %arg87: tensor<ui32>, %arg88: tensor<ui32>, %arg89: tensor<ui32>, %arg90: tensor<4xui32>, %arg91: tensor<4xui32>):
      %272:8 = "func.call"(%arg84, %arg85, %arg86, %arg87, %arg88, %arg89, %arg90, %arg91) <{callee = @closed_call_9}> : (tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %273 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %274 = "stablehlo.add"(%arg83, %273) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%274, %272#0, %272#1, %272#2, %272#3, %272#4, %272#5, %272#6, %272#7) : (tensor<i32>, tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%271#2, %271#3) : (tensor<64xui32>, tensor<64xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_9", sym_visibility = "private"}> ({
  ^bb0(%arg71: tensor<i32>, %arg72: tensor<64xui32>, %arg73: tensor<64xui32>, %arg74: tensor<ui32>, %arg75: tensor<ui32>, %arg76: tensor<ui32>, %arg77: tensor<4xui32>, %arg78: tensor<4xui32>):
    %205 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %206 = "stablehlo.add"(%arg71, %205) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %207 = "stablehlo.slice"(%arg77) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %208 = "stablehlo.reshape"(%207) : (tensor<1xui32>) -> tensor<ui32>
    %209 = "stablehlo.add"(%arg72, %arg73) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %210 = "stablehlo.broadcast_in_dim"(%208) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %211 = "stablehlo.shift_left"(%arg73, %210) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %212 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %213 = "stablehlo.subtract"(%212, %208) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %214 = "stablehlo.broadcast_in_dim"(%213) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %215 = "stablehlo.shift_right_logical"(%arg73, %214) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %216 = "stablehlo.or"(%211, %215) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %217 = "stablehlo.xor"(%209, %216) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %218 = "stablehlo.slice"(%arg77) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %219 = "stablehlo.reshape"(%218) : (tensor<1xui32>) -> tensor<ui32>
    %220 = "stablehlo.add"(%209, %217) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %221 = "stablehlo.broadcast_in_dim"(%219) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %222 = "stablehlo.shift_left"(%217, %221) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %223 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %224 = "stablehlo.subtract"(%223, %219) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %225 = "stablehlo.broadcast_in_dim"(%224) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %226 = "stablehlo.shift_right_logical"(%217, %225) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %227 = "stablehlo.or"(%222, %226) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %228 = "stablehlo.xor"(%220, %227) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %229 = "stablehlo.slice"(%arg77) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %230 = "stablehlo.reshape"(%229) : (tensor<1xui32>) -> tensor<ui32>
    %231 = "stablehlo.add"(%220, %228) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %232 = "stablehlo.broadcast_in_dim"(%230) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %233 = "stablehlo.shift_left"(%228, %232) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %234 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %235 = "stablehlo.subtract"(%234, %230) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %236 = "stablehlo.broadcast_in_dim"(%235) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %237 = "stablehlo.shift_right_logical"(%228, %236) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %238 = "stablehlo.or"(%233, %237) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %239 = "stablehlo.xor"(%231, %238) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %240 = "stablehlo.slice"(%arg77) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %241 = "stablehlo.reshape"(%240) : (tensor<1xui32>) -> tensor<ui32>
    %242 = "stablehlo.add"(%231, %239) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %243 = "stablehlo.broadcast_in_dim"(%241) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %244 = "stablehlo.shift_left"(%239, %243) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %245 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %246 = "stablehlo.subtract"(%245, %241) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %247 = "stablehlo.broadcast_in_dim"(%246) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %248 = "stablehlo.shift_right_logical"(%239, %247) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %249 = "stablehlo.or"(%244, %248) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %250 = "stablehlo.xor"(%242, %249) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %251 = "stablehlo.broadcast_in_dim"(%arg74) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %252 = "stablehlo.add"(%242, %251) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %253 = "stablehlo.broadcast_in_dim"(%arg75) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %254 = "stablehlo.add"(%250, %253) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    %255 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %256 = "stablehlo.add"(%arg71, %255) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %257 = "stablehlo.convert"(%256) : (tensor<i32>) -> tensor<ui32>
    %258 = "stablehlo.broadcast_in_dim"(%257) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<64xui32>
    %259 = "stablehlo.add"(%254, %258) : (tensor<64xui32>, tensor<64xui32>) -> tensor<64xui32>
    "func.return"(%206, %252, %259, %arg75, %arg76, %arg74, %arg78, %arg77) : (tensor<i32>, tensor<64xui32>, tensor<64xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<50xi32>) -> tensor<50xi32>, res_attrs = [{}], sym_name = "_shuffle", sym_visibility = "private"}> ({
  ^bb0(%arg65: tensor<2xui32>, %arg66: tensor<50xi32>):
    %185 = "func.call"(%arg65) <{callee = @_threefry_split_5}> : (tensor<2xui32>) -> tensor<2x2xui32>
    %186 = "stablehlo.slice"(%185) <{limit_indices = array<i64: 2, 2>, start_indices = array<i64: 1, 0>, strides = array<i64: 1, 1>}> : (tensor<2x2xui32>) -> tensor<1x2xui32>
    %187 = "stablehlo.reshape"(%186) : (tensor<1x2xui32>) -> tensor<2xui32>
    %188 = "stablehlo.slice"(%187) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %189 = "stablehlo.reshape"(%188) : (tensor<1xui32>) -> tensor<ui32>
    %190 = "stablehlo.slice"(%187) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %191 = "stablehlo.reshape"(%190) : (tensor<1xui32>) -> tensor<ui32>
    %192 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<50xui64>
    %193 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %194 = "stablehlo.broadcast_in_dim"(%193) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<50xui64>
    %195 = "stablehlo.multiply"(%194, %192) : (tensor<50xui64>, tensor<50xui64>) -> tensor<50xui64>
    %196 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %197 = "stablehlo.broadcast_in_dim"(%196) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<50xui64>
    %198 = "stablehlo.shift_right_logical"(%195, %197) : (tensor<50xui64>, tensor<50xui64>) -> tensor<50xui64>
    %199 = "stablehlo.convert"(%195) : (tensor<50xui64>) -> tensor<50xui32>
    %200 = "stablehlo.convert"(%198) : (tensor<50xui64>) -> tensor<50xui32>
    %201:2 = "func.call"(%189, %191, %200, %199) <{callee = @threefry2x32_10}> : (tensor<ui32>, tensor<ui32>, tensor<50xui32>, tensor<50xui32>) -> (tensor<50xui32>, tensor<50xui32>)
    %202 = "stablehlo.xor"(%201#0, %201#1) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %203:2 = "stablehlo.sort"(%202, %arg66) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg67: tensor<ui32>, %arg68: tensor<ui32>, %arg69: tensor<i32>, %arg70: tensor<i32>):
      %204 = "stablehlo.compare"(%arg67, %arg68) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      "stablehlo.return"(%204) : (tensor<i1>) -> ()
    }) : (tensor<50xui32>, tensor<50xi32>) -> (tensor<50xui32>, tensor<50xi32>)
    "func.return"(%203#1) : (tensor<50xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<50xui32>, tensor<50xui32>) -> (tensor<50xui32>, tensor<50xui32>), sym_name = "threefry2x32_10", sym_visibility = "private"}> ({
  ^bb0(%arg43: tensor<ui32>, %arg44: tensor<ui32>, %arg45: tensor<50xui32>, %arg46: tensor<50xui32>):
    %168 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %169 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %170 = "stablehlo.xor"(%arg43, %arg44) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %171 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %172 = "stablehlo.xor"(%170, %171) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %173 = "stablehlo.broadcast_in_dim"(%arg43) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %174 = "stablehlo.add"(%arg45, %173) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %175 = "stablehlo.broadcast_in_dim"(%arg44) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %176 = "stablehlo.add"(%arg46, %175) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %177 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %178 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %179:9 = "stablehlo.while"(%178, %177, %174, %176, %arg44, %172, %arg43, %168, %169) ({
    ^bb0(%arg56: tensor<i32>, %arg57: tensor<i32>, %arg58: tensor<50xui32>, %arg59: tensor<50xui32>, %arg60: tensor<ui32>, %arg61: tensor<ui32>, %arg62: tensor<ui32>, %arg63: tensor<4xui32>, %arg64: tensor<4xui32>):
      %183 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %184 = "stablehlo.compare"(%arg56, %183) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%184) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg47: tensor<i32>, %arg48: tensor<i32>, %arg49: tensor<50xui32>, %arg50: tensor<50xui32>, %arg51: tensor<ui32>, %arg52: tensor<ui32>, %arg53: tensor<ui32>, %arg54: tensor<4xui32>, %arg55: tensor<4xui32>):
      %180:8 = "func.call"(%arg48, %arg49, %arg50, %arg51, %arg52, %arg53, %arg54, %arg55) <{callee = @closed_call_11}> : (tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %181 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %182 = "stablehlo.add"(%arg47, %181) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%182, %180#0, %180#1, %180#2, %180#3, %180#4, %180#5, %180#6, %180#7) : (tensor<i32>, tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%179#2, %179#3) : (tensor<50xui32>, tensor<50xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_11", sym_visibility = "private"}> ({
  ^bb0(%arg35: tensor<i32>, %arg36: tensor<50xui32>, %arg37: tensor<50xui32>, %arg38: tensor<ui32>, %arg39: tensor<ui32>, %arg40: tensor<ui32>, %arg41: tensor<4xui32>, %arg42: tensor<4xui32>):
    %113 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %114 = "stablehlo.add"(%arg35, %113) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %115 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %116 = "stablehlo.reshape"(%115) : (tensor<1xui32>) -> tensor<ui32>
    %117 = "stablehlo.add"(%arg36, %arg37) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %118 = "stablehlo.broadcast_in_dim"(%116) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %119 = "stablehlo.shift_left"(%arg37, %118) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %120 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %121 = "stablehlo.subtract"(%120, %116) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %122 = "stablehlo.broadcast_in_dim"(%121) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %123 = "stablehlo.shift_right_logical"(%arg37, %122) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %124 = "stablehlo.or"(%119, %123) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %125 = "stablehlo.xor"(%117, %124) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %126 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %127 = "stablehlo.reshape"(%126) : (tensor<1xui32>) -> tensor<ui32>
    %128 = "stablehlo.add"(%117, %125) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %129 = "stablehlo.broadcast_in_dim"(%127) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %130 = "stablehlo.shift_left"(%125, %129) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %131 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %132 = "stablehlo.subtract"(%131, %127) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %133 = "stablehlo.broadcast_in_dim"(%132) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %134 = "stablehlo.shift_right_logical"(%125, %133) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %135 = "stablehlo.or"(%130, %134) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %136 = "stablehlo.xor"(%128, %135) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %137 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %138 = "stablehlo.reshape"(%137) : (tensor<1xui32>) -> tensor<ui32>
    %139 = "stablehlo.add"(%128, %136) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %140 = "stablehlo.broadcast_in_dim"(%138) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %141 = "stablehlo.shift_left"(%136, %140) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %142 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %143 = "stablehlo.subtract"(%142, %138) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %144 = "stablehlo.broadcast_in_dim"(%143) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %145 = "stablehlo.shift_right_logical"(%136, %144) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %146 = "stablehlo.or"(%141, %145) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %147 = "stablehlo.xor"(%139, %146) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %148 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %149 = "stablehlo.reshape"(%148) : (tensor<1xui32>) -> tensor<ui32>
    %150 = "stablehlo.add"(%139, %147) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %151 = "stablehlo.broadcast_in_dim"(%149) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %152 = "stablehlo.shift_left"(%147, %151) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %153 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %154 = "stablehlo.subtract"(%153, %149) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %155 = "stablehlo.broadcast_in_dim"(%154) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %156 = "stablehlo.shift_right_logical"(%147, %155) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %157 = "stablehlo.or"(%152, %156) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %158 = "stablehlo.xor"(%150, %157) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %159 = "stablehlo.broadcast_in_dim"(%arg38) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %160 = "stablehlo.add"(%150, %159) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %161 = "stablehlo.broadcast_in_dim"(%arg39) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %162 = "stablehlo.add"(%158, %161) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    %163 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %164 = "stablehlo.add"(%arg35, %163) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %165 = "stablehlo.convert"(%164) : (tensor<i32>) -> tensor<ui32>
    %166 = "stablehlo.broadcast_in_dim"(%165) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<50xui32>
    %167 = "stablehlo.add"(%162, %166) : (tensor<50xui32>, tensor<50xui32>) -> tensor<50xui32>
    "func.return"(%114, %160, %167, %arg39, %arg40, %arg38, %arg42, %arg41) : (tensor<i32>, tensor<50xui32>, tensor<50xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<f32>) -> tensor<100xi1>, res_attrs = [{}], sym_name = "_bernoulli", sym_visibility = "private"}> ({
  ^bb0(%arg33: tensor<2xui32>, %arg34: tensor<f32>):
    %108 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %109 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %110 = "func.call"(%arg33, %108, %109) <{callee = @_uniform_12}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<100xf32>
    %111 = "stablehlo.broadcast_in_dim"(%arg34) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<100xf32>
    %112 = "stablehlo.compare"(%110, %111) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xi1>
    "func.return"(%112) : (tensor<100xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<100xf32>, res_attrs = [{}], sym_name = "_uniform_12", sym_visibility = "private"}> ({
  ^bb0(%arg30: tensor<2xui32>, %arg31: tensor<f32>, %arg32: tensor<f32>):
    %72 = "stablehlo.convert"(%arg31) : (tensor<f32>) -> tensor<f32>
    %73 = "stablehlo.convert"(%arg32) : (tensor<f32>) -> tensor<f32>
    %74 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %75 = "stablehlo.broadcast_in_dim"(%73) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %76 = "stablehlo.slice"(%arg30) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %77 = "stablehlo.reshape"(%76) : (tensor<1xui32>) -> tensor<ui32>
    %78 = "stablehlo.slice"(%arg30) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %79 = "stablehlo.reshape"(%78) : (tensor<1xui32>) -> tensor<ui32>
    %80 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<100xui64>
    %81 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %82 = "stablehlo.broadcast_in_dim"(%81) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<100xui64>
    %83 = "stablehlo.multiply"(%82, %80) : (tensor<100xui64>, tensor<100xui64>) -> tensor<100xui64>
    %84 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %85 = "stablehlo.broadcast_in_dim"(%84) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<100xui64>
    %86 = "stablehlo.shift_right_logical"(%83, %85) : (tensor<100xui64>, tensor<100xui64>) -> tensor<100xui64>
    %87 = "stablehlo.convert"(%83) : (tensor<100xui64>) -> tensor<100xui32>
    %88 = "stablehlo.convert"(%86) : (tensor<100xui64>) -> tensor<100xui32>
    %89:2 = "func.call"(%77, %79, %88, %87) <{callee = @threefry2x32_13}> : (tensor<ui32>, tensor<ui32>, tensor<100xui32>, tensor<100xui32>) -> (tensor<100xui32>, tensor<100xui32>)
    %90 = "stablehlo.xor"(%89#0, %89#1) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %91 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %92 = "stablehlo.broadcast_in_dim"(%91) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %93 = "stablehlo.shift_right_logical"(%90, %92) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %94 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %95 = "stablehlo.broadcast_in_dim"(%94) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %96 = "stablehlo.or"(%93, %95) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %97 = "stablehlo.bitcast_convert"(%96) : (tensor<100xui32>) -> tensor<100xf32>
    %98 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %99 = "stablehlo.broadcast_in_dim"(%98) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<100xf32>
    %100 = "stablehlo.subtract"(%97, %99) : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xf32>
    %101 = "stablehlo.subtract"(%75, %74) : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    %102 = "stablehlo.broadcast_in_dim"(%101) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<100xf32>
    %103 = "stablehlo.multiply"(%100, %102) : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xf32>
    %104 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<100xf32>
    %105 = "stablehlo.add"(%103, %104) : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xf32>
    %106 = "stablehlo.broadcast_in_dim"(%74) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1xf32>) -> tensor<100xf32>
    %107 = "stablehlo.maximum"(%106, %105) : (tensor<100xf32>, tensor<100xf32>) -> tensor<100xf32>
    "func.return"(%107) : (tensor<100xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<100xui32>, tensor<100xui32>) -> (tensor<100xui32>, tensor<100xui32>), sym_name = "threefry2x32_13", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<ui32>, %arg9: tensor<ui32>, %arg10: tensor<100xui32>, %arg11: tensor<100xui32>):
    %55 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %56 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %57 = "stablehlo.xor"(%arg8, %arg9) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %58 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %59 = "stablehlo.xor"(%57, %58) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %60 = "stablehlo.broadcast_in_dim"(%arg8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %61 = "stablehlo.add"(%arg10, %60) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %62 = "stablehlo.broadcast_in_dim"(%arg9) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %63 = "stablehlo.add"(%arg11, %62) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %64 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %65 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %66:9 = "stablehlo.while"(%65, %64, %61, %63, %arg9, %59, %arg8, %55, %56) ({
    ^bb0(%arg21: tensor<i32>, %arg22: tensor<i32>, %arg23: tensor<100xui32>, %arg24: tensor<100xui32>, %arg25: tensor<ui32>, %arg26: tensor<ui32>, %arg27: tensor<ui32>, %arg28: tensor<4xui32>, %arg29: tensor<4xui32>):
      %70 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %71 = "stablehlo.compare"(%arg21, %70) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%71) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg12: tensor<i32>, %arg13: tensor<i32>, %arg14: tensor<100xui32>, %arg15: tensor<100xui32>, %arg16: tensor<ui32>, %arg17: tensor<ui32>, %arg18: tensor<ui32>, %arg19: tensor<4xui32>, %arg20: tensor<4xui32>):
      %67:8 = "func.call"(%arg13, %arg14, %arg15, %arg16, %arg17, %arg18, %arg19, %arg20) <{callee = @closed_call_14}> : (tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %68 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %69 = "stablehlo.add"(%arg12, %68) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%69, %67#0, %67#1, %67#2, %67#3, %67#4, %67#5, %67#6, %67#7) : (tensor<i32>, tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%66#2, %66#3) : (tensor<100xui32>, tensor<100xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call_14", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<100xui32>, %arg2: tensor<100xui32>, %arg3: tensor<ui32>, %arg4: tensor<ui32>, %arg5: tensor<ui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>):
    %0 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %3 = "stablehlo.reshape"(%2) : (tensor<1xui32>) -> tensor<ui32>
    %4 = "stablehlo.add"(%arg1, %arg2) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %5 = "stablehlo.broadcast_in_dim"(%3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %6 = "stablehlo.shift_left"(%arg2, %5) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %7 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %8 = "stablehlo.subtract"(%7, %3) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %9 = "stablehlo.broadcast_in_dim"(%8) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %10 = "stablehlo.shift_right_logical"(%arg2, %9) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %11 = "stablehlo.or"(%6, %10) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %12 = "stablehlo.xor"(%4, %11) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %13 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %14 = "stablehlo.reshape"(%13) : (tensor<1xui32>) -> tensor<ui32>
    %15 = "stablehlo.add"(%4, %12) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %16 = "stablehlo.broadcast_in_dim"(%14) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %17 = "stablehlo.shift_left"(%12, %16) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %18 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %19 = "stablehlo.subtract"(%18, %14) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %20 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %21 = "stablehlo.shift_right_logical"(%12, %20) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %22 = "stablehlo.or"(%17, %21) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %23 = "stablehlo.xor"(%15, %22) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %24 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %25 = "stablehlo.reshape"(%24) : (tensor<1xui32>) -> tensor<ui32>
    %26 = "stablehlo.add"(%15, %23) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %27 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %28 = "stablehlo.shift_left"(%23, %27) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %29 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %30 = "stablehlo.subtract"(%29, %25) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %32 = "stablehlo.shift_right_logical"(%23, %31) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %33 = "stablehlo.or"(%28, %32) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %34 = "stablehlo.xor"(%26, %33) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %35 = "stablehlo.slice"(%arg6) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %36 = "stablehlo.reshape"(%35) : (tensor<1xui32>) -> tensor<ui32>
    %37 = "stablehlo.add"(%26, %34) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %38 = "stablehlo.broadcast_in_dim"(%36) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %39 = "stablehlo.shift_left"(%34, %38) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %40 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %41 = "stablehlo.subtract"(%40, %36) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %42 = "stablehlo.broadcast_in_dim"(%41) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %43 = "stablehlo.shift_right_logical"(%34, %42) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %44 = "stablehlo.or"(%39, %43) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %45 = "stablehlo.xor"(%37, %44) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %46 = "stablehlo.broadcast_in_dim"(%arg3) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %47 = "stablehlo.add"(%37, %46) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %48 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %49 = "stablehlo.add"(%45, %48) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    %50 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %51 = "stablehlo.add"(%arg0, %50) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %52 = "stablehlo.convert"(%51) : (tensor<i32>) -> tensor<ui32>
    %53 = "stablehlo.broadcast_in_dim"(%52) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<100xui32>
    %54 = "stablehlo.add"(%49, %53) : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xui32>
    "func.return"(%1, %47, %54, %arg4, %arg5, %arg3, %arg7, %arg6) : (tensor<i32>, tensor<100xui32>, tensor<100xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
