import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address belongs to a public host. Private, local, shared, multicast and reserved ranges do not, nor do
 * IPv6 forms that carry an IPv4 address inside (mapped, 6to4, NAT64, Teredo, ISATAP), which would lead back to them.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const parts = (parsed as ipaddr.IPv6).parts;
  const first = parts[0] ?? 0;
  // What is routed publicly lies in 2000::/3; the rest of "unicast" is not assigned or local.
  const isGlobal = (first & 0xe000) === 0x2000;
  const isIsatap = parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);
  return isGlobal && !isIsatap;
};
