import { Gauge, type Registry } from 'prom-client';

/** Shows the used share of the text message budget, as of the last message. @returns the callback to report it. */
export const observeSmsBudget = (registry: Registry): ((share: number) => void) => {
  const used = new Gauge({
    name: 'quorum_sms_budget_used_ratio',
    help: 'Share of the budget of text messages that is used, of the hour or the day, whichever is more.',
    registers: [registry],
  });
  return (share) => used.set(share);
};
