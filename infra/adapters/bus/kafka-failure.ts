/** The message of a client error. */
export const messageOf = (error: unknown): string => {
  // Requests to several topics or brokers fail with a list.
  const [first] = (error as { readonly errors?: readonly unknown[] } | null)?.errors ?? [];
  if (first !== undefined) return messageOf(first);
  return error instanceof Error ? error.message : String(error);
};

/** The topic does not exist. The broker does not create it, so retrying does not help. */
export const isTopicMissing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { type?: unknown }).type === 'UNKNOWN_TOPIC_OR_PARTITION' || isTopicMissing(error.cause);
};

/** The account is unknown, or lacks a right, which waiting does not fix. */
export const isAuthFailure = (error: unknown): boolean => /authenticat|authoriz/i.test(messageOf(error));
