export * from '#tests/setup/messages.ts'
