import { expect, test } from 'vitest'
import { deviceName, isPushService } from './rules.ts'

test('devices have names that people recognise', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(deviceName(chrome)).toBe('Chrome on Windows')
  expect(deviceName(`${chrome} Edg/140.0`)).toBe('Edge on Windows')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect(deviceName(null)).toBe('Unknown device')
})

test('messages go to push services and nowhere else', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://par02p.notify.windows.com/w/?token=abc',
    'http://127.0.0.1:4000/one',
  ])
    expect(isPushService(endpoint, ['http://127.0.0.1:4000']), endpoint).toBe(true)
  for (const endpoint of [
    'http://fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilpush.apple.com/abc',
    'https://name@web.push.apple.com/abc',
    'http://127.0.0.1:4001/one',
    'http://169.254.169.254/latest',
    'https://localhost/abc',
  ])
    expect(isPushService(endpoint, ['http://127.0.0.1:4000']), endpoint).toBe(false)
})
