import { type ReviewAction, reviewLabels } from '@quorum/contracts/report/choices.ts';

type Decision = {
  readonly label: string;
  readonly question: string;
  readonly explanation: string;
  readonly busy: string;
  readonly destructive: boolean;
};

/** The confirmation that each action asks for. */
export const decisions: { readonly [A in ReviewAction]: Decision } = {
  allow: {
    label: reviewLabels.allow,
    question: 'Allow this message?',
    explanation: 'This will mark the report as reviewed with no action taken.',
    busy: 'Allowing...',
    destructive: false,
  },
  remove_message: {
    label: reviewLabels.remove_message,
    question: 'Remove this message?',
    explanation: 'The message will be permanently deleted for everyone, with its files. This cannot be undone.',
    busy: 'Removing...',
    destructive: true,
  },
  ban_user: {
    label: reviewLabels.ban_user,
    question: 'Ban this user?',
    explanation:
      'This deletes all the user’s data and prevents new accounts with this phone number. This cannot be undone.',
    busy: 'Banning...',
    destructive: true,
  },
};
