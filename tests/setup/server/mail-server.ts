export * from '#tests/setup/mail-server.ts'
