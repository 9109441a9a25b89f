/** What a failure of the client says. */
export const messageOf = (error: unknown): string => {
  // What is asked of several topics or brokers fails with a list.
  const [first] = (error as { readonly errors?: readonly unknown[] } | null)?.errors ?? [];
  if (first !== undefined) return messageOf(first);
  return error instanceof Error ? error.message : String(error);
};

/** The topic is not there (any more): the broker does not make it, and the client tries again in vain. */
export const isTopicMissing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  return (error as { type?: unknown }).type === 'UNKNOWN_TOPIC_OR_PARTITION' || isTopicMissing(error.cause);
};
