/** Suggests addresses for what was typed so far. */
export interface Places {
  /**
   * At most `limit` addresses, each on one line, the best first; none when nothing fits.
   * Rejects when the source cannot be reached or does not answer as it should.
   */
  suggest(query: string, limit: number): Promise<readonly string[]>;
}
