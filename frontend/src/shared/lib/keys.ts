type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The pressed key. Empty for a shortcut, which is left to the browser, such as Alt and Left for Back. */
export const plainKey = ({ key, altKey, ctrlKey, metaKey }: Press): string => (altKey || ctrlKey || metaKey ? '' : key);

/** Whether the command key does here what the control key does elsewhere. */
export const isMac = (): boolean => navigator.userAgent.includes('Mac');
