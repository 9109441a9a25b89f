import ipaddr from 'ipaddr.js';

/** Services that clouds offer their own machines at public addresses: the host of a machine on Azure, and those of IBM Cloud. */
const cloudServices = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/**
 * Whether an IP address belongs to a public host. Excludes private, local, shared, multicast and reserved ranges, services of clouds, and IPv6 forms
 * with an embedded IPv4 address (mapped, 6to4, NAT64, Teredo, ISATAP), which could lead back to those.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !cloudServices.some((range) => parsed.match(range));
  const { parts } = parsed;
  const first = parts[0] ?? 0;
  // Public IPv6 addresses are in 2000::/3. The rest of "unicast" is unassigned or local.
  const isGlobal = (first & 0xe000) === 0x2000;
  const isIsatap = parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);
  return isGlobal && !isIsatap;
};
