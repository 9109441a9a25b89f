/**
 * How often a failed test is repeated. Machines of a CI may be ten times slower than others for a while, and then the product's own
 * deadlines pass: it answers 503, as it should. The report names a test that passed only when repeated. Elsewhere none is repeated.
 */
export const repeatsInCi = process.env.CI === undefined ? 0 : 2;
