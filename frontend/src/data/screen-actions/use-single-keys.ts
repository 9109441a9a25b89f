import { useState } from 'react';
import { useServices } from '../services/services-context.tsx';
import type { KeyValueStorage } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

export const areSingleKeysOn = (storage: KeyValueStorage): boolean => storage.get(storageKeys.singleKeys) !== 'off';

/** Whether single keys work in this browser, and the switch for it. Some people dictate, and some press keys by accident. */
export const useSingleKeys = (): readonly [isOn: boolean, change: () => void] => {
  const { storage } = useServices();
  const [isOn, setOn] = useState(() => areSingleKeysOn(storage));
  const change = () => {
    storage.set(storageKeys.singleKeys, isOn ? 'off' : 'on');
    setOn(!isOn);
  };
  return [isOn, change];
};
