import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../../../engine.ts'
import type { Place } from '../../http/places.ts'
import { whenClosed } from '../../http/when-closed.ts'
import { cutOff } from '../cut-off.ts'
import type { Planes } from '../planes.ts'
import { resetAnswer } from '../reset-answer.ts'
import { answerProblem } from './answer-problem.ts'
import { carryRequest, type PortVisit } from './carry-request.ts'
import { createPortDialer } from './dial-port.ts'
import { forbidden, notFound } from './gateway-problem.ts'
import { reachMachine } from './reach-machine.ts'

/** A request that has passed the door. */
export interface DoorCall {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** The host as the visitor wrote it. */
  host: string
  place: Place
  /** Handles a visitor who switches to another protocol than HTTP. */
  onUpgrade?(visit: PortVisit): Promise<void>
}

export type VisitPort = (call: DoorCall, place: { machineId: string; port: number }) => Promise<void>

/**
 * Brings visitors to the port of a machine: to a plane of ours, or to a server inside. They are cut off when the
 * machine ends.
 */
export function createPortVisits({ machines, config }: Engine, ports: Planes['ports']): VisitPort {
  const dial = createPortDialer(config.portConnections)
  return async (call, { machineId, port }) => {
    const { request, response, onUpgrade } = call
    const machine = await reachMachine(machines, { ...call, machineId, port })
    if (machine === 'forbidden') return answerProblem(request, response, forbidden(machineId))
    if (machine === 'not-found' || machine.cut.aborted) return answerProblem(request, response, notFound(machineId))
    call.place.of(machine.info.userId)
    const cut = () => (ports[port] ? resetAnswer(response) : cutOff(response))
    machine.cut.addEventListener('abort', cut, { once: true })
    whenClosed(response, () => machine.cut.removeEventListener('abort', cut))
    const visit = { ...call, machine, port, dial }
    if (onUpgrade) return onUpgrade(visit)
    return ports[port] ? ports[port](visit) : carryRequest(visit)
  }
}
