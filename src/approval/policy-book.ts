import { type ApprovalPolicies, type ApprovalPolicy, approvalPolicy } from '../contract/approval.ts'
import type { Store } from '../store/store.ts'

/** Policies of users, as documents. */
export interface PolicyBook {
  get(userId: string): Promise<ApprovalPolicies>
  put(userId: string, policy: ApprovalPolicy): Promise<ApprovalPolicies>
  remove(userId: string): Promise<void>
  /** The policies that count for a user: each of them can ask, and none keeps another from asking. */
  inForceFor(userId: string): Promise<ApprovalPolicy[]>
  /** Looks whether another engine has stored the first policy of any user. */
  look(): Promise<void>
}

const KIND = 'approval-policy'

export async function createPolicyBook(parts: {
  documents: Store['documents']
  server: ApprovalPolicy
  clock(): number
}): Promise<PolicyBook> {
  const { documents, server, clock } = parts
  // While no user has a policy, executions need not ask the store.
  let hasAny = (await documents.list({ kind: KIND })).length > 0
  const userPolicy = async (userId: string): Promise<ApprovalPolicy> => {
    const stored = await documents.get(KIND, userId)
    return stored ? approvalPolicy.parse(stored.body) : {}
  }
  const get = async (userId: string) => ({ server, user: await userPolicy(userId) })
  return {
    get,
    async put(userId, policy) {
      hasAny = true
      const change = { kind: KIND, id: userId, body: policy }
      for (;;) {
        if (await documents.insert({ ...change, userId, createdAtMs: clock() })) return get(userId)
        const { revision = 0 } = (await documents.get(KIND, userId)) ?? {}
        if (await documents.put({ ...change, revision })) return get(userId)
      }
    },
    async remove(userId) {
      await documents.delete(KIND, userId)
    },
    inForceFor: async (userId) => (hasAny ? [server, await userPolicy(userId)] : [server]),
    async look() {
      hasAny ||= (await documents.list({ kind: KIND })).length > 0
    },
  }
}
