/** The usual names of zones in Outlook and Exchange, with their IANA zone (CLDR, `windowsZones`). */
const LIST = `
Hawaiian Standard Time=Pacific/Honolulu|Alaskan Standard Time=America/Anchorage|Pacific Standard Time=America/Los_Angeles
US Mountain Standard Time=America/Phoenix|Mountain Standard Time=America/Denver|Central Standard Time=America/Chicago
Central America Standard Time=America/Guatemala|Canada Central Standard Time=America/Regina
Central Standard Time (Mexico)=America/Mexico_City|SA Pacific Standard Time=America/Bogota
Eastern Standard Time=America/New_York|US Eastern Standard Time=America/Indianapolis|Venezuela Standard Time=America/Caracas
Atlantic Standard Time=America/Halifax|SA Western Standard Time=America/La_Paz|Pacific SA Standard Time=America/Santiago
Newfoundland Standard Time=America/St_Johns|E. South America Standard Time=America/Sao_Paulo
SA Eastern Standard Time=America/Cayenne|Argentina Standard Time=America/Buenos_Aires|Greenland Standard Time=America/Godthab
Azores Standard Time=Atlantic/Azores|Cape Verde Standard Time=Atlantic/Cape_Verde|UTC=UTC|GMT Standard Time=Europe/London
Greenwich Standard Time=Atlantic/Reykjavik|Morocco Standard Time=Africa/Casablanca|W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest|Romance Standard Time=Europe/Paris
Central European Standard Time=Europe/Warsaw|W. Central Africa Standard Time=Africa/Lagos|GTB Standard Time=Europe/Bucharest
Middle East Standard Time=Asia/Beirut|Egypt Standard Time=Africa/Cairo|South Africa Standard Time=Africa/Johannesburg
FLE Standard Time=Europe/Kiev|Israel Standard Time=Asia/Jerusalem|E. Europe Standard Time=Europe/Chisinau
Jordan Standard Time=Asia/Amman|Turkey Standard Time=Europe/Istanbul|Arabic Standard Time=Asia/Baghdad
Arab Standard Time=Asia/Riyadh|Russian Standard Time=Europe/Moscow|E. Africa Standard Time=Africa/Nairobi
Iran Standard Time=Asia/Tehran|Arabian Standard Time=Asia/Dubai|Azerbaijan Standard Time=Asia/Baku
Georgian Standard Time=Asia/Tbilisi|Caucasus Standard Time=Asia/Yerevan|Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent|Pakistan Standard Time=Asia/Karachi|India Standard Time=Asia/Calcutta
Sri Lanka Standard Time=Asia/Colombo|Nepal Standard Time=Asia/Katmandu|Central Asia Standard Time=Asia/Almaty
Bangladesh Standard Time=Asia/Dhaka|Myanmar Standard Time=Asia/Rangoon|SE Asia Standard Time=Asia/Bangkok
China Standard Time=Asia/Shanghai|Singapore Standard Time=Asia/Singapore|W. Australia Standard Time=Australia/Perth
Taipei Standard Time=Asia/Taipei|Tokyo Standard Time=Asia/Tokyo|Korea Standard Time=Asia/Seoul
Cen. Australia Standard Time=Australia/Adelaide|AUS Central Standard Time=Australia/Darwin
E. Australia Standard Time=Australia/Brisbane|AUS Eastern Standard Time=Australia/Sydney
Tasmania Standard Time=Australia/Hobart|West Pacific Standard Time=Pacific/Port_Moresby
New Zealand Standard Time=Pacific/Auckland|Fiji Standard Time=Pacific/Fiji|Tonga Standard Time=Pacific/Tongatapu
Samoa Standard Time=Pacific/Apia`;

export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split(/[\n|]/)
    .map((pair) => pair.split('=') as [string, string]),
);
