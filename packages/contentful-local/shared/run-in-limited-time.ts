import { createContext, Script } from 'node:vm'

const script = new Script('action()')
const context = createContext({ action: () => {} })

/**
 * Runs a function, and returns whether it ends within this processor time in ms. Node also stops it inside a regular
 * expression, at any point: it must only calculate, and be able to start again. It starts again if other processes had the
 * time.
 */
export function runInLimitedTime(action: () => void, limitMs: number): boolean {
  const before = process.threadCpuUsage()
  for (;;) {
    try {
      context.action = action
      script.runInContext(context, { timeout: limitMs })
      return true
    } catch (error) {
      const { code }: { readonly code?: unknown } = Object(error) // its class is not that of this file
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const { user, system } = process.threadCpuUsage(before)
      if (user + system >= limitMs * 500) return false
    } finally {
      context.action = undefined
    }
  }
}
