import type { MachineRecord } from './machine-record.ts'

/** Text that only the bearer of the server's key can read. */
export interface Sealed {
  nonce: string
  tag: string
  content: string
}

export interface Seal {
  close(text: string, place: string): Sealed
  /** Throws for text that another key has sealed. */
  open(sealed: Sealed, place: string): string
}

/** A machine as it is stored: the password of its proxy cannot be read from the database alone. */
export function sealRecord(seal: Seal, record: MachineRecord): unknown {
  const { id, network } = record.info
  const { password, ...proxy } = network.egressProxy ?? {}
  if (password === undefined) return record
  return withProxy(record, { ...proxy, sealedPassword: seal.close(password, id) })
}

/** With another key the password is lost: the proxy then refuses the machine until its network is set again. */
export function openRecord(seal: Seal, body: unknown): MachineRecord {
  const record = body as MachineRecord
  const { sealedPassword, ...proxy } = (record.info?.network?.egressProxy ?? {}) as Proxy & { sealedPassword?: Sealed }
  if (sealedPassword === undefined) return record
  try {
    return withProxy(record, { ...proxy, password: seal.open(sealedPassword, record.info.id) })
  } catch {
    return withProxy(record, proxy)
  }
}

type Proxy = NonNullable<MachineRecord['info']['network']['egressProxy']>

function withProxy(record: MachineRecord, egressProxy: object): MachineRecord {
  const network = { ...record.info.network, egressProxy: egressProxy as Proxy }
  return { ...record, info: { ...record.info, network } }
}
