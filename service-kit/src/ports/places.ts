/** Suggests addresses while someone types. */
export interface Places {
  /**
   * At most `limit` addresses, one line each, best first; none if nothing matches. Rejects if the source is unreachable or its
   * response is invalid.
   */
  suggest(query: string, limit: number): Promise<readonly string[]>;
}
