A=1; A+=2 B="x $A" C=($A ${B} "$B" '$B' `x` $(y (z)) $((A * 2 + ${A} / 3)) ${D:-4} ${#C[@]})
if [ $A ]; then A=3; fi
for x in 1 2; do E=$x; done
a.py --num-layers $A --hidden-size "${C[@]}" "$@" <in >out 2>&1 \
  --lr 1 | tee x
