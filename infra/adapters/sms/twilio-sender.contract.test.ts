import { smsSenderSuite } from '@quorum/service-kit/testing/sms-sender-suite.ts';
import { RequestClient } from 'twilio';
import { describe, expect, it } from 'vitest';
import { twilioSender } from './twilio-sender.ts';

type Sent = { method: string; uri: string; username: string | undefined; data: Record<string, string> };
type Answer = { statusCode: number; body: unknown; headers: unknown };

/** Answers as Twilio does, without a network. */
class RecordingClient extends RequestClient {
  readonly requests: Sent[] = [];
  failNext: (() => Answer) | undefined;

  override async request<T>(
    options: Parameters<RequestClient['request']>[0],
  ): ReturnType<typeof RequestClient.prototype.request<T>> {
    const fail = this.failNext;
    this.failNext = undefined;
    if (fail !== undefined) return fail() as Awaited<ReturnType<typeof RequestClient.prototype.request<T>>>;
    const { method, uri, username } = options;
    this.requests.unshift({ method, uri, username, data: options.data as Record<string, string> });
    return { statusCode: 201, body: { sid: 'SM1' } as T, headers: {} };
  }
}

const settings = { accountSid: 'AC0123', authToken: 'token', from: '+12025550000' };

smsSenderSuite('Twilio', () => {
  const http = new RecordingClient();
  return {
    sender: twilioSender(settings, http),
    sent: () => http.requests.map(({ data }) => ({ to: data.To ?? '', body: data.Body ?? '' })),
    failNext: () => {
      http.failNext = () => ({
        statusCode: 400,
        body: {
          code: 21211,
          message: "The 'To' number +12025550123 is not a valid phone number (secret 012345)",
          status: 400,
        },
        headers: {},
      });
    },
  };
});

describe('Twilio', () => {
  it('Twilio is called with the account and the configured number', async () => {
    const http = new RecordingClient();
    await twilioSender(settings, http).send('+12025550123', 'Hello');
    expect(http.requests).toEqual([
      {
        method: 'post',
        uri: 'https://api.twilio.com/2010-04-01/Accounts/AC0123/Messages.json',
        username: 'AC0123',
        data: { To: '+12025550123', From: '+12025550000', Body: 'Hello' },
      },
    ]);
  });

  it('Twilio is called with a messaging service if one is configured', async () => {
    const http = new RecordingClient();
    await twilioSender({ ...settings, from: 'MG777' }, http).send('+12025550123', 'Hello');
    expect(http.requests[0]?.data).toEqual({ To: '+12025550123', MessagingServiceSid: 'MG777', Body: 'Hello' });
  });

  it('Twilio reports a failure by its codes', async () => {
    const http = new RecordingClient();
    const sender = twilioSender(settings, http);
    http.failNext = () => ({ statusCode: 400, body: { code: 21211, message: 'no', status: 400 }, headers: {} });
    await expect(sender.send('+12025550123', 'x')).rejects.toMatchObject({
      message: 'The SMS could not be sent (HTTP 400, Twilio error 21211)',
      refusesNumber: true,
    });
    http.failNext = () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    await expect(sender.send('+12025550123', 'x')).rejects.toMatchObject({
      message: 'The SMS could not be sent (ECONNREFUSED)',
      refusesNumber: false,
    });
  });
});
