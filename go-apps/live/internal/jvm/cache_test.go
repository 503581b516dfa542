package jvm

import (
	"strings"
	"testing"
)

func TestHowLongNamesAreKept(t *testing.T) {
	const file, set = "root/opt/jdk/conf/security/java.security", "networkaddress.cache.ttl=7\n"
	for name, test := range map[string]struct {
		system  map[string]string
		prepare func(*fake)
		message string
	}{
		"nothing can be read": {nil, func(*fake) {}, "not known"},
		"not set":             {nil, func(f *fake) { f.write(file, "a=b\n") }, "30 s"},
		"Java 8":              {nil, func(f *fake) { f.write("root/opt/jdk/lib/security/java.security", set) }, "ttl=7"},
		"colon":               {nil, func(f *fake) { f.write(file, "networkaddress.cache.ttl : 7\n") }, "ttl=7"},
		"Debian's link": {nil, func(f *fake) {
			f.link("/etc/java-17-openjdk/security", "root/opt/jdk/conf/security")
			f.write("root/etc/java-17-openjdk/security/java.security", set)
		}, "ttl=7"},
		"links and .. stay inside": {nil, func(f *fake) {
			f.link("../../../../../../../etc/x", file)
			f.write("root/etc/x", set)
		}, "ttl=7"},
		"links in a circle": {nil, func(f *fake) { f.link("java.security", file) }, "not known"},
		"a folder":          {nil, func(f *fake) { f.write(file+"/x", "") }, "not known"},
		"old property":      {map[string]string{"sun.net.inetaddr.ttl": "5"}, func(f *fake) { f.write(file, "a=b\n") }, "sun.net.inetaddr.ttl=5"},
		"security manager":  {map[string]string{"java.security.manager": ""}, func(f *fake) { f.write(file, "a=b\n") }, "for ever"},
		"includes":          {nil, func(f *fake) { f.write(file, "include other\n"+set) }, "not known"},
		"own file beside it": {map[string]string{"java.security.properties": "/own"}, func(f *fake) {
			f.write(file, set)
			f.write("root/own", "networkaddress.cache.ttl=8\n")
		}, "ttl=8"},
		"own file in its place": {map[string]string{"java.security.properties": "=/own"}, func(f *fake) {
			f.write(file, set)
			f.write("root/own", "a=b\n")
		}, "30 s"},
		"own file by address": {map[string]string{"java.security.properties": "=file:///own"}, func(f *fake) { f.write("root/own", set) }, "ttl=7"},
		"own file, one slash": {map[string]string{"java.security.properties": "=file:/own"}, func(f *fake) { f.write("root/own", set) }, "ttl=7"},
		"own file beside the program": {map[string]string{"java.security.properties": "=own"}, func(f *fake) {
			f.write("cwd/own", set)
		}, "ttl=7"},
		"own file is gone":    {map[string]string{"java.security.properties": "/own"}, func(f *fake) { f.write(file, set) }, "not known"},
		"own file from afar":  {map[string]string{"java.security.properties": "https://x/own"}, func(f *fake) { f.write(file, set) }, "not known"},
		"own file is ignored": {map[string]string{"java.security.properties": "/own"}, func(f *fake) { f.write(file, set+"security.overridePropertiesFile=false\n") }, "ttl=7"},
	} {
		f := newFake(t)
		test.prepare(f)
		system := map[string]string{"java.home": "/opt/jdk"}
		for key, value := range test.system {
			system[key] = value
		}
		if message := f.process().keeps(system); !strings.Contains(message, test.message) {
			t.Errorf("%s: %s", name, message)
		}
	}
}
