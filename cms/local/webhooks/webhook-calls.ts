/** One attempt to call a webhook. Times are ISO 8601. */
export interface WebhookCall {
  readonly id: string
  readonly webhook: string
  /** `publish` */
  readonly eventType: string
  readonly url: string
  readonly requestAt: string
  readonly responseAt: string
  /** 0 where no answer came. */
  readonly statusCode: number
  readonly errors: readonly string[]
  readonly request: Sent
  readonly response: Sent
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The latest calls of all webhooks, the newest first. They do not outlive the process. */
export interface WebhookCallLog {
  readonly add: (call: WebhookCall) => void
  readonly getCalls: (webhook: string) => readonly WebhookCall[]
}

const MOST = 500

export function createWebhookCallLog(): WebhookCallLog {
  let calls: readonly WebhookCall[] = []
  return {
    add: (call) => {
      calls = [call, ...calls].slice(0, MOST)
    },
    getCalls: (webhook) => calls.filter((call) => call.webhook === webhook),
  }
}

export const isSuccessfulCall = ({ statusCode }: WebhookCall): boolean => statusCode >= 200 && statusCode < 300
