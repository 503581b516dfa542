module faultlab/vm

go 1.19
