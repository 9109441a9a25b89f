/** Rights to do some work until they expire. */
export interface Leases {
  /**
   * Takes or renews a named lease. @param ttl milliseconds; 0 only asks whether another holder has it.
   * @returns whether `holder` has it now.
   */
  lease(name: string, holder: string, ttl: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
}
