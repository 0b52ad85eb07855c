-- Live events go through PostgreSQL alone, so nothing ends an alarm about Redis any more.
delete from alarms where kind = 'redis_away';
