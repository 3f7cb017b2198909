"""
A table on an MQTT broker: what it publishes, and how others know that it is genuine.

    broker       a broker by its URL, and a client for it
    table_state  the state of a table as one JSON document, sealed with the table's key
    topics       names of tables and topics; the events that lead from one state to the next
    discovery    the message by which Home Assistant discovers a table
    publisher    retained messages and events, sent by a thread of paho's
"""
