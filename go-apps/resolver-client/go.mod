module faultlab/resolver-client

go 1.24.0

require (
	faultlab/dnscache v0.0.0
	github.com/rs/dnscache v0.0.0-20230804202142-fc85eb664529
	golang.org/x/sync v0.19.0
)

require golang.org/x/net v0.50.0 // indirect

// The product and the lab that shows it work are one repository; the image's build context carries the folder.
replace faultlab/dnscache => ../../cures/dnscache
