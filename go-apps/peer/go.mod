module faultlab/peer

go 1.25.0
