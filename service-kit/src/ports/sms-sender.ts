/** Its message goes to the log, so it never contains the number or the text. */
export class SmsFailedError extends Error {
  override readonly name = 'SmsFailedError';
  /** The number takes no messages, so that trying again is of no use. */
  readonly refusesNumber: boolean;

  constructor(message?: string, refusesNumber = false) {
    super(message);
    this.refusesNumber = refusesNumber;
  }
}

/** Sends a text message to a phone number in the form `+1XXXXXXXXXX`. @throws SmsFailedError */
export interface SmsSender {
  send(to: string, body: string): Promise<void>;
}

export type SentSms = {
  readonly to: string;
  readonly body: string;
  readonly sentAt: string;
};

/** Development sender that keeps sent messages in memory. */
export interface SmsOutbox extends SmsSender {
  /** Newest first. */
  sent(to?: string): readonly SentSms[];
}
