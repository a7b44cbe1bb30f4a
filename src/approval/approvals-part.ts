import type { Config } from '../config/settings.ts'
import type { ApprovalPolicy } from '../contract/approval.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { approvalRoutes } from './approval-routes.ts'
import type { ApprovalsApi } from './approvals-api.ts'
import { createApprovals } from './create-approvals.ts'
import { createPolicyBook } from './policy-book.ts'

export interface ApprovalNeeds extends Ground {
  config: Pick<
    Config,
    | 'approvalCommands'
    | 'approvalHosts'
    | 'approvalTools'
    | 'approvalSql'
    | 'approvalSteps'
    | 'approvalBy'
    | 'approvalWaitMs'
    | 'retentionDays'
  >
  store: Pick<Store, 'approvals' | 'documents'>
}

const DAY_MS = 86_400_000

/** Opens the questions to people; those of earlier engines still wait for their answers. */
export async function approvalsPart(needs: ApprovalNeeds): Promise<Part<ApprovalsApi>> {
  const { config, store, clock, onTrouble } = needs
  const book = await createPolicyBook({ documents: store.documents, server: serverPolicy(config), clock })
  const approvals = createApprovals({
    ...{ ...needs, waitMs: config.approvalWaitMs, by: config.approvalBy, policiesFor: book.inForceFor },
  })
  const api: ApprovalsApi = { ...approvals, policies: { get: book.get, put: book.put, remove: book.remove } }
  const { retentionDays } = config
  if (retentionDays > 0) store.approvals.removeBefore(clock() - retentionDays * DAY_MS, clock()).catch(onTrouble)
  return {
    api,
    routes: approvalRoutes(api),
    async beat() {
      await book.look()
      await store.approvals.expire(clock())
    },
  }
}

const serverPolicy = (config: ApprovalNeeds['config']): ApprovalPolicy => ({
  ...{ commands: config.approvalCommands, hosts: config.approvalHosts, tools: config.approvalTools },
  ...{ sql: config.approvalSql, steps: config.approvalSteps },
})
