package training

import "drafthorse/net"

// feed is the batch that a graph's ops look at, and the size it must have.
type feed struct {
	size    int
	buckets int // of the network
	batch   *Batch
	spans   []span // the batch's places, padding too, by their bucket
	whole   []span // all places as one, for layers without buckets
}

func newFeed(size, buckets int) *feed {
	return &feed{size: size, buckets: buckets, whole: []span{{0, 0, size}}}
}

// span is rows of one bucket that follow one another: those from from up to to.
type span struct{ bucket, from, to int }

// ofBucket returns a span's part of an array that has n elements for each bucket.
func ofBucket[F float](s span, array []F, n int) []F { return array[s.bucket*n : (s.bucket+1)*n] }

// look makes b the batch. Padding joins the bucket of the last row.
func (f *feed) look(b *Batch) {
	f.batch = b
	f.spans = append(f.spans[:0], span{})
	for i := range b.rows {
		last := &f.spans[len(f.spans)-1]
		switch k := net.Bucket(int(b.pieces[i]), f.buckets); {
		case i == 0:
			last.bucket = k
		case k != last.bucket:
			last.to = i
			f.spans = append(f.spans, span{bucket: k, from: i})
		}
	}
	f.spans[len(f.spans)-1].to = f.size
}
