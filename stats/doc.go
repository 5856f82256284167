// Package stats says what a match proves about the difference of two players:
// the share of the points, Elo and normalised Elo, each with a 95 % interval, and
// the likelihood ratio of two hypotheses.
//
// A [Sample] counts the pairs of a match by the points that the first player
// made in them. Both games of a pair begin from the same opening, so they are
// not independent; the pairs are.
//
//	half points of a pair    0    1    2    3    4
//	share of the points      0    ¼    ½    ¾    1
//	pairs of a match         4    7   24   22   43
//
// # Intervals
//
// All intervals come from one rule (Owen, "Empirical likelihood", 2001). A
// distribution over the five results gives the sample a likelihood. The
// frequencies seen have the highest. An interval holds the values of all
// distributions whose log-likelihood is less than [limit] below it. No scatter
// is estimated, so none can be estimated as 0.
//
// A result that no pair has had may still have a probability, so a lower end
// allows for losses that were not seen:
//
//   - For the share these are at worst one lost game below the worst pair seen.
//   - No n pairs prove more than a share of 1 - 3/n (the rule of three: Hanley and
//     Lippman-Hand, "If nothing goes wrong, is everything all right?", 1983). A
//     player who loses both games of one pair in n/3 wins all n in 5 % of the
//     matches.
//
// A better result never has a lower share or Elo at either end. The evidence
// against a share m is the maximum over θ of the sum of log(1 + θ(x - m)), and
// each term grows with the pair's result x, as θ is positive at the lower end.
//
// Normalised Elo is the distance of the share from one half in units of its own
// scatter. It does not always grow with the result: one more won pair among
// drawn ones adds more scatter than points.
//
// # Coverage
//
// TestCoverage plays matches of known players and counts how many intervals hold
// the truth. It prints a table:
//
//	go test ./stats -run Coverage -v -matches 20000 -timeout 1h
package stats
