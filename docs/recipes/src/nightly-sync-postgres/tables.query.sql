=CREATE TABLE IF NOT EXISTS "{{ $json.posts }}" (
  feedback_id text PRIMARY KEY,
  title text,
  status text,
  type text,
  total_sum integer,
  user_id text,
  data_mail text,
  description text,
  total_comments integer,
  created timestamp,
  updated timestamp
);
CREATE TABLE IF NOT EXISTS "{{ $json.comments }}" (
  comment_id text PRIMARY KEY,
  feedback_id text,
  comment text,
  data_name text,
  user_id text,
  data_mail text,
  admin_id integer,
  public boolean,
  created timestamp,
  updated timestamp
);
