import { normalizePhone } from '@quorum/contracts/text/phone.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../application/context.ts';

/** Without a real sender, the messages can be read here. */
export const developmentHandlers = ({ outbox }: Context): Pick<Handlers<'command'>, 'developmentSms'> => ({
  developmentSms: async (call) => {
    const { phoneNumber: given } = call.query;
    // An unencoded plus sign arrives as a space.
    const phone = given === undefined ? undefined : (normalizePhone(given) ?? given);
    return { body: { messages: [...(outbox?.sent(phone) ?? [])] } };
  },
});
