// Until the server side of these is merged.
import type { Operations as Known } from './operations.ts';

type Command = Known['POST /api/pump_commands.php?action=send']['answer'];
type Me = {
  user: {
    id: string;
    email: string;
    full_name: string | null;
    timezone: string;
    created_at: string;
  };
  role: 'user' | 'admin';
  language: 'en' | 'sw';
  services: ('water' | 'sms')[];
};
type Message = Known['GET /v1/sms/messages/{message_id}']['answer'];
type Job = Known['GET /v1/sms/jobs/{job_id}']['answer'];
declare module './operations.ts' {
  interface Operations {
    'GET /api/tanks': {
      query: { limit?: number; after?: number; device_id?: string };
      answer: {
        device_id: string;
        device_name: string | null;
        mac_or_serial: string;
        is_primary: boolean;
        online: boolean;
        last_seen_at: string | null;
        location: { latitude: number; longitude: number; recorded_at: string } | null;
        unread_alerts: number;
        sensors: {
          sensor_name: string;
          level: number | null;
          level_cm: number | null;
          volume: number | null;
          temperature: number | null;
          pump_status: 'on' | 'off' | null;
          status: 'normal' | 'warning' | 'critical' | null;
          recorded_at: string | null;
          capacity: number | null;
          high_threshold: number | null;
          low_threshold: number | null;
          unit: 'litre' | 'percent';
          daily_use: number | null;
          hours_to_empty: number | null;
        }[];
        pump: Command | null;
      }[];
    };
    'GET /api/me': { answer: Me };
    'PUT /api/me': { body: { language: 'en' | 'sw' }; answer: Me };
    'DELETE /api/me/sessions': { answer: { ended: number } };
    'POST /v1/account/sms/send': Known['POST /v1/sms/send'];
    'POST /v1/account/sms/bulk': Known['POST /v1/sms/bulk'];
    'GET /v1/account/sms/messages': Known['GET /v1/sms/messages'];
    'GET /v1/account/sms/messages/{message_id}': { path: { message_id: string }; answer: Message };
    'DELETE /v1/account/sms/messages/{message_id}': {
      path: { message_id: string };
      answer: Message;
    };
    'GET /v1/account/sms/jobs': { query: { limit?: number; before?: number }; answer: Job[] };
    'GET /v1/account/sms/jobs/{job_id}': Known['GET /v1/sms/jobs/{job_id}'];
    'DELETE /v1/account/sms/jobs/{job_id}': Known['DELETE /v1/sms/jobs/{job_id}'];
    'GET /v1/admin/providers': {
      answer: { name: string; state: 'up' | 'degraded' | 'down'; detail: string }[];
    };
  }
}
