/** Addresses at which clouds give the credentials of a machine to every program inside of it. */
const ADDRESSES = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'metadata.google.internal',
  // The first address as one number.
  '0xa9fea9fe',
  '2852039166',
]
const ANY = new RegExp(
  `(?<![\\w.])(?:${ADDRESSES.map((each) => each.replaceAll('.', '\\.')).join('|')})(?![\\w])(?!\\.\\d)`,
  'i',
)

const LONGEST_TEXT = 2000

/** Whether a text names such an address. */
export const namesMetadataAddress = (text: string): boolean => ANY.test(text.slice(0, LONGEST_TEXT))
