import type { Config } from '../config/settings.ts'
import type { ApprovalPolicy } from '../contract/approval.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { approvalRoutes } from './approval-routes.ts'
import type { ApprovalsApi } from './approvals-api.ts'
import { createApprovals } from './create-approvals.ts'
import { createPolicyBook } from './policy-book.ts'
import { createSpending } from './spending.ts'

export interface ApprovalNeeds extends Ground {
  config: Pick<
    Config,
    | 'approvalCommands'
    | 'approvalHosts'
    | 'approvalNewHosts'
    | 'approvalTools'
    | 'approvalSql'
    | 'approvalSteps'
    | 'approvalDayTokens'
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
  const policiesFor = book.inForceFor
  const spending = createSpending({ ...needs, documents: store.documents, policiesFor, pass: approvals.pass })
  const api: ApprovalsApi = {
    ...approvals,
    purse: spending.take,
    async forget(userId) {
      await book.remove(userId)
      await spending.forget(userId)
    },
    policies: { get: book.get, put: book.put },
  }
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
  ...{ commands: config.approvalCommands, hosts: config.approvalHosts, newHosts: config.approvalNewHosts },
  ...{ tools: config.approvalTools, sql: config.approvalSql, steps: config.approvalSteps },
  ...(config.approvalDayTokens > 0 && { dayTokens: config.approvalDayTokens }),
})
