"""
A table on an MQTT broker: what it publishes, and how others know that it is genuine.

    broker       a broker by its URL, and a client for it
    table_state  the state of a table as one JSON document, sealed with the table's key
"""
