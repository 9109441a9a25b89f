/** Zones with every kind of change: by half an hour, twice a year in Ramadan, over midnight, by a whole day, never. */
export const ZONES = [
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/Johannesburg', 'Africa/Lagos', 'Africa/Nairobi', 'Africa/Windhoek'],
  ...['America/Anchorage', 'America/Argentina/Buenos_Aires', 'America/Asuncion', 'America/Bogota', 'America/Caracas'],
  ...['America/Chicago', 'America/Denver', 'America/Halifax', 'America/Havana', 'America/Los_Angeles'],
  ...['America/Mexico_City', 'America/New_York', 'America/Nuuk', 'America/Phoenix', 'America/Santiago'],
  ...['America/Sao_Paulo', 'America/Scoresbysund', 'America/St_Johns', 'America/Toronto', 'Antarctica/Troll'],
  ...['Asia/Amman', 'Asia/Beirut', 'Asia/Damascus', 'Asia/Dhaka', 'Asia/Gaza', 'Asia/Istanbul', 'Asia/Jerusalem'],
  ...['Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Pyongyang', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Tehran', 'Asia/Tokyo'],
  ...['Asia/Yangon', 'Atlantic/Azores', 'Atlantic/Reykjavik', 'Australia/Adelaide', 'Australia/Brisbane'],
  ...['Australia/Eucla', 'Australia/Lord_Howe', 'Australia/Sydney', 'Europe/Athens', 'Europe/Berlin', 'Europe/Dublin'],
  ...['Europe/Kyiv', 'Europe/Lisbon', 'Europe/London', 'Europe/Moscow', 'Europe/Volgograd', 'Pacific/Apia'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Easter', 'Pacific/Fiji', 'Pacific/Kiritimati', 'Pacific/Norfolk'],
  'Pacific/Tongatapu',
  'UTC',
] as const;
