/*
Package store keeps files that exist whole or not at all, and the list of them.

 1. [Manifest.Commit] writes a file under a temporary name, syncs it, renames it and
    syncs the folder. Only then it appends one synced line to MANIFEST.
 2. [ReadManifest] and [Manifest.Records] tell which files there are.
 3. [ReadFile] compares a file's size and SHA-256 with its record before anything
    else looks at the bytes.
 4. [Manifest.Replace] puts a file in the place of an older one. It has no record.

# Promises

A file that has a record was complete on the disk before the record was. What Commit
has reported survives a kill and a power cut, if the disk honours a sync. A file
without a record does not exist. It may lie there after a crash, and the next commit
of that name replaces it. A damaged file or record is an error that wraps
[ErrDamaged] and names the place.

# Manifest

MANIFEST is a text file of JSON objects, one a line, each ended by a newline.
Lines are only ever appended. Several processes may do so: each holds the lock of
MANIFEST.lock while it reads what the others have appended and appends a line with
the next number.

	{"seq":1,"kind":"shard","name":"games/00012-0003.arrow","size":301223,"sha256":"9f…","facts":{"generation":12,"first_game":4096,"games":256,"rows":8211},"crc32c":"0a1b2c3d"}

	seq      1 in the first line, one more in each next
	kind     what the file is: config, shard, net, annotated
	name     path from MANIFEST's folder with slashes; never recorded twice
	size     bytes
	sha256   of the file's bytes, in hexadecimal
	facts    what a run wants to know without opening the file, see [Facts]; zeros are left out
	crc32c   CRC-32C (Castagnoli) of the line's bytes before ,"crc32c", in hexadecimal

A last line without its newline was cut by a crash, or is just being appended:
nobody was told of that commit. A reader passes over it; who next appends holds
the lock, so the line's writer is dead, and cuts it off. Any other fault of a line
is damage. A file being written is called name.partial; [Manifest.Sweep] removes
what a crash has left of these.

The package starts no goroutine of its own. A [Manifest] is for one goroutine; two
of them, also in one process, are as two processes. A [Follower] sees what is added,
on any one goroutine.
*/
package store
